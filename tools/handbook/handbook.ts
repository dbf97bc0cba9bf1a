import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = dirname(dirname(import.meta.dirname));

/** A command in a block of shell lines. */
export interface HandbookCommand {
  page: string;
  text: string;
}

/** Pages whose commands people type. */
export const PAGES: readonly string[] = [
  'README.md',
  ...globSync('docs/operations/*.md', { cwd: ROOT }).toSorted(),
];

export const readPage = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** Returns the commands of a page: continued lines and the text of a here document are one, comments are left out. */
export function listCommands(page: string, text = readPage(page)): HandbookCommand[] {
  const blocks = text.matchAll(/^ *```sh\n(.*?)^ *```/gms);
  return [...blocks].flatMap(([, block = '']) =>
    joinLines(block)
      .map((line) => line.replace(/(^|\s+)# .*$/gm, '').trim())
      .filter((line) => line !== '')
      .map((line) => ({ page, text: line })),
  );
}

function joinLines(block: string): string[] {
  const lines: string[] = [];
  let end: string | undefined;
  for (const line of block.split('\n')) {
    const last = lines.at(-1);
    if (end !== undefined || last?.endsWith('\\')) lines[lines.length - 1] = `${last}\n${line}`;
    else lines.push(line);
    if (end !== undefined && line.trim() === end) end = undefined;
    else end ??= /<<(\w+)/.exec(line)?.[1];
  }
  return lines;
}

/** Commands that `infra/operate/test/handbook.faults.test.ts` runs on a site. */
const RUN_ON_A_SITE =
  /^([A-Z_]+=\S+ )*npm run (--silent )?larksong -- |^grep -h |^infra\/compose\/make-env\.sh/;

/** Why a command is not run by that test; the first pattern that matches counts. */
export const REASONS: readonly { pattern: RegExp; reason: string }[] = [
  {
    pattern: /^git (fetch|checkout)|^su .*git (fetch|checkout)/,
    reason: 'tools/releases/releases.test.ts types it',
  },
  { pattern: /larksong -- go-back|^cp -a \.data/, reason: 'update-and-return.faults.test.ts types it' },
  { pattern: /MOVE_S3_/, reason: 'needs an S3 server: e2e/move-storage.faults.test.ts has one' },
  {
    pattern: /larksong -- mail-test/,
    reason: 'needs a mail server: services/auth/test/command.test.ts has one',
  },
  {
    pattern: /users set-password/,
    reason: 'asks at the terminal: services/auth/test/command.test.ts answers',
  },
  { pattern: /\bdocker\b|infra\/compose\/update\.sh/, reason: 'needs Docker: containers.faults.test.ts' },
  {
    pattern: /\bkubectl\b|\bhelm\b|openssl|\$1|\| secret |^token=|^version=|^for |^done$/,
    reason: 'needs a cluster',
  },
  {
    pattern: /^([A-Z_]+=\S+ )*npm start|^npm test$/,
    reason: 'runs until it is stopped: infra/local/test/ starts and stops sites',
  },
  { pattern: /^[A-Z_0-9]+=\S*$/, reason: 'a setting, whose name is checked' },
  {
    pattern:
      /^(sudo|apt-get|useradd|userdel|systemctl|journalctl|install|su|sed -i|setfacl|larksong|curl|cat >) /,
    reason: 'changes the machine, its users or its services',
  },
  { pattern: /^(cd|git clone|echo) /, reason: 'prepares what follows' },
  { pattern: /^pnpm (install|--filter)/, reason: 'needs a registry of packages' },
  { pattern: /\brm /, reason: 'deletes a site' },
  { pattern: /^node bench\//, reason: 'takes minutes: its figures are in scale.md' },
];

/** Returns why a command is not run on a site; undefined if it is. Throws if nobody has decided about it. */
export function whyNotRun({ page, text }: HandbookCommand): string | undefined {
  const known = REASONS.find(({ pattern }) => pattern.test(text));
  if (known !== undefined) return known.reason;
  if (RUN_ON_A_SITE.test(text)) return undefined;
  throw new Error(`${page}: nothing runs “${text}”, and tools/handbook/handbook.ts has no reason for that.`);
}
