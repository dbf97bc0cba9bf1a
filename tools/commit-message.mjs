/*
 * The rules for commit messages. As a program, it is git's `commit-msg` hook: it checks the message in the file that it
 * is given. Plain JavaScript without dependencies, since the Node on a developer's PATH may be an older one.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const MOST_CHARACTERS = 72;
const MOST_LINES_WITHOUT_BODY = 200;

const GENERATED = [
  'pnpm-lock.yaml',
  'docs/openapi.json',
  'docs/operations/configuration.md',
  'infra/helm/values.schema.json',
];

/** Git writes these subjects itself. */
const WRITTEN_BY_GIT = /^(?:Merge|Revert|Reapply|fixup!|squash!|amend!) /;

/** Verbs whose plain form looks like “adds”, “added” or “adding”. Those in -ss are recognised by that. */
const VERBS = words(`
  alias bias bus focus gas
  bleed breed embed exceed feed heed need proceed seed shed shred speed succeed wed weed
  bring cling fling ping ring sing sling spring sting string swing wring`);

/** Words that begin a description of the state after the change. */
const OTHER_WORDS = words(`
  a all an and any are as at both by can each every few fewer for from half her his how if in it its less many may more
  most must my never new no nobody none not nothing now of on one only our own some than that the their then there these
  they this those to today too two what when where whether which while who whose why will with without you your`);

/**
 * Returns a sentence for each rule that a message breaks, saying how to mend it. `changedLines` are those added and
 * removed, without generated files.
 */
export function findFaults(message, changedLines) {
  const [subject = '', ...rest] = message.trim().split('\n');
  if (WRITTEN_BY_GIT.test(subject)) return [];
  const faults = [];
  if (subject.length > MOST_CHARACTERS)
    faults.push(
      `The subject has ${subject.length} characters. Shorten it to ${MOST_CHARACTERS}; the body has room for the rest.`,
    );
  if (subject.includes(';'))
    faults.push('The subject has a semicolon. Make two commits of two changes, or describe one.');
  faults.push(...findFormFaults(subject));
  if (changedLines > MOST_LINES_WITHOUT_BODY && !hasBody(rest))
    faults.push(`The commit changes ${changedLines} lines. Leave a line empty, then say why it does that.`);
  return faults;
}

function findFormFaults(subject) {
  const [, word] = /^[a-z\d][a-z\d ,_./-]*: (\S+) \S/.exec(subject) ?? [];
  if (word === undefined)
    return ['Begin the subject with an area and a verb: “web: share the letter card with video pages”.'];
  if (isImperative(word)) return [];
  return [
    `“${word}” is not a verb in the imperative. Say what the commit does: “web: add …”, not “adds”, “added” or “a new …”.`,
  ];
}

/** Returns whether a word may be a verb in the imperative, by its form: nouns in the singular pass for one. */
function isImperative(word) {
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(word) || OTHER_WORDS.has(word)) return false;
  return VERBS.has(word) || word.endsWith('ss') || !/(?:s|ed|ing)$/.test(word);
}

function hasBody(lines) {
  return lines.some((line) => line.trim() !== '' && !/^[\w-]+-by: /i.test(line));
}

/**
 * Returns the commits that descend from the one that added this file, without merges; none outside a clone. A shallow
 * clone has only the latest of them.
 */
export function listCommitsSinceRule(root) {
  let added;
  try {
    added = git(root, ['log', '--diff-filter=A', '--format=%H', '--', 'tools/commit-message.mjs']);
  } catch {
    return []; // an archive, or no git
  }
  const rule = added.trim().split('\n').at(-1);
  if (!rule) return [];
  const range = ['--no-merges', '--ancestry-path', `${rule}..HEAD`];
  const log = git(root, ['log', '--format=%x00%H%x00%B%x00', '--numstat', '--find-renames', ...range]);
  const fields = log.split('\0').slice(1);
  return Array.from({ length: fields.length / 3 }, (_, index) => {
    const [hash, message, numbers] = fields.slice(index * 3);
    return { hash, message, changedLines: addUp(numbers) };
  });
}

/** Adds up the first two columns of `--numstat`, which are dashes for binary files. */
function addUp(numbers) {
  return numbers.split('\n').reduce((sum, line) => {
    const [added = '', removed = '', path = ''] = line.split('\t');
    return isGenerated(path) ? sum : sum + (Number(added) || 0) + (Number(removed) || 0);
  }, 0);
}

function isGenerated(path) {
  return GENERATED.includes(path) || path.startsWith('sbom/');
}

function isMerging(root) {
  try {
    return git(root, ['rev-parse', '--verify', '--quiet', 'MERGE_HEAD']) !== '';
  } catch {
    return false;
  }
}

function git(cwd, args, input) {
  const options = { cwd, input, encoding: 'utf8', maxBuffer: 2 ** 30, stdio: ['pipe', 'pipe', 'ignore'] };
  return execFileSync('git', args, options);
}

function words(list) {
  return new Set(list.trim().split(/\s+/));
}

/** Checks the message in a file that git has written, and prints what to mend. Returns the exit code. */
function checkFile(path) {
  const root = process.cwd();
  if (isMerging(root)) return 0;
  const [text] = readFileSync(path, 'utf8').split(/^. -+ >8 -+$/m);
  const message = git(root, ['stripspace', '--strip-comments'], text);
  if (message.trim() === '') return 0; // git refuses it itself
  const staged = git(root, ['diff', '--cached', '--numstat', '--find-renames']);
  const faults = findFaults(message, addUp(staged));
  if (faults.length === 0) return 0;
  console.error('The commit was not made, because of its message (see CONTRIBUTING.md):');
  for (const fault of faults) console.error(`- ${fault}`);
  console.error(`To mend it: git commit --edit --file=${resolve(path)}`);
  return 1;
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exitCode = checkFile(process.argv[2]);
