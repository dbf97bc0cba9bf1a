import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { commands } from '../../infra/operate/src/commands/index.ts';
import { readFacts, readOperatorFacts } from '../helm/settings.ts';
import { listCommands, PAGES, readPage, REASONS, whyNotRun } from './handbook.ts';

const ROOT = dirname(dirname(import.meta.dirname));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const compose = parse(read('docker-compose.yml'), { merge: true, maxAliasCount: -1 }) as {
  services: Record<string, { profiles?: string[] }>;
}; // Compose's own format
const SERVICES = Object.keys(compose.services);
const PROFILES = Object.values(compose.services).flatMap(({ profiles = [] }) => profiles);
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
/** What the chart makes for the release `songs`, by the kinds as kubectl names them. */
const OF_CHART: Record<string, readonly string[]> = {
  deployment: [...Object.keys(readFacts()), 'operate'],
  secret: [...Object.keys(readFacts()), 'operate'],
  cronjob: Object.keys(readOperatorFacts()).filter((name) => name === 'backup'),
  scaledobject: ['transcoder'],
};
/** Names of settings, wherever one is read or described. */
const SETTINGS = new Set(
  [
    'docker-compose.yml',
    ...globSync(['infra/**/*.{ts,sh,yml}', 'docs/operations/configuration.md'], {
      cwd: ROOT,
      exclude: (path) => path === 'node_modules',
    }),
  ].flatMap((path) => read(path).match(/\b[A-Z][A-Z0-9]*(_[A-Z0-9]+)*\b/g) ?? []),
);
/** Variables of other programs in the handbook. */
const FOREIGN = /^(DOCKER_|NODE_OPTIONS|COMPOSE_FILE|XDG_|SERVICE$|VERSION$)/;

/** Files that a release or a start writes. */
const WRITTEN = ['infra/images.env'];

/** Returns all code of a page: lines of shell blocks, and what stands between backticks. */
function codeOf(page: string): string[] {
  const text = readPage(page);
  const inline = text.replace(/^ *```.*?^ *```/gms, '').matchAll(/`([^`\n]+)`/g);
  return [...listCommands(page).map((command) => command.text), ...[...inline].map(([, code = '']) => code)];
}

/** Returns what is wrong with the names in some code, one sentence each. */
function findMistakes(code: string): string[] {
  return [
    ...findCommandMistakes(code),
    ...findComposeMistakes(code),
    ...findKubernetesMistakes(code),
    ...findNameMistakes(code),
  ];
}

function findCommandMistakes(code: string): string[] {
  const called = code.matchAll(
    /(?:npm run (?:--silent )?larksong -- |^larksong |\brun (?:-{1,2}[\w-]+ )*larksong |-operate -- larksong )([a-z][a-z-]*)([^|>&;)]*)/g,
  );
  return [...called].flatMap(([, name = '', rest = '']) => {
    const command = commands[name];
    if (command === undefined) return name === 'help' ? [] : [`there is no command ${name}`];
    const help = `${command.usage} ${command.details ?? ''} --help`;
    const flags = [...rest.matchAll(/(?<=\s)--[a-z][a-z-]*/g)].map(([flag]) => flag);
    return flags.filter((flag) => !help.includes(flag)).map((flag) => `${name} has no ${flag}`);
  });
}

/** Options of `docker compose` that are followed by a value. */
const WITH_VALUE = /^(-s|--since|--signal|--tail|--env-file|--timeout|--user)$/;

function findComposeMistakes(code: string): string[] {
  const called = code.matchAll(/docker compose ([^|>&;$<]*)/g);
  return [...called].flatMap(([, rest = '']) => {
    const words = rest.trim().split(/\s+/);
    const scaled = [...rest.matchAll(/--scale (\S+)=/g)].map(([, name = '']) => name);
    const profiles = [...rest.matchAll(/--profile (\S+)/g)].map(([, name = '']) => name);
    const verb = words.findIndex((word) => /^(run|exec|logs|stop|start|restart|kill|up|rm)$/.test(word));
    const names =
      verb === -1 ? [] : namesAfter(words.slice(verb + 1), /^(run|exec)$/.test(words[verb] ?? ''));
    return [
      ...[...names, ...scaled]
        .filter((name) => !SERVICES.includes(name))
        .map((name) => `there is no container ${name}`),
      ...profiles
        .filter((name) => !PROFILES.includes(name) && name !== "'*'")
        .map((name) => `there is no profile ${name}`),
    ];
  });
}

function findKubernetesMistakes(code: string): string[] {
  const one = code.matchAll(
    /\b(deploy(?:ment)?|cronjob|secret|scaledobject)[/ ]((?:songs-[a-z]+(?: |\b))+)/g,
  );
  return [...one].flatMap(([, kind = '', names = '']) => {
    const known = OF_CHART[kind === 'deploy' ? 'deployment' : kind] ?? [];
    const wrong = names
      .trim()
      .split(' ')
      .filter((name) => !known.includes(name.replace('songs-', '')));
    return wrong.map((name) => `the chart has no ${kind} ${name}`);
  });
}

function namesAfter(words: string[], isFirstOnly: boolean): string[] {
  const names = words.filter(
    (word, index) =>
      /^[a-z]/.test(word) && !WITH_VALUE.test(words[index - 1] ?? '') && words[index - 1] !== '--scale',
  );
  return isFirstOnly ? names.slice(0, 1) : names;
}

function findNameMistakes(code: string): string[] {
  const run = [...code.matchAll(/\b(?:npm run|pnpm) ([a-z][\w:]*)(?!\S)/g)].map(([, name = '']) => name);
  const paths = [
    ...code.matchAll(/(?<![\w/.-])(?:infra|tools|services|docs|bench|packages|e2e)\/[\w./-]*\w/g),
  ];
  const settings = [...code.matchAll(/(?<![\w$])([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])(?==)/g)];
  return [
    ...run
      .filter((name) => !(name in scripts) && !/^(install|exec|sbom|audit|larksong)$/.test(name))
      .map((name) => `package.json has no script ${name}`),
    ...paths
      .filter(([path]) => !existsSync(join(ROOT, path)) && !WRITTEN.includes(path))
      .map(([path]) => `there is no ${path}`),
    ...settings
      .map(([, name = '']) => name)
      .filter((name) => !SETTINGS.has(name.replace(/_FILE$/, '')) && !FOREIGN.test(name))
      .map((name) => `there is no setting ${name}`),
  ];
}

/** Returns the anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(path: string): Set<string> {
  const headings = read(path)
    .replace(/^ *```.*?^ *```/gms, '')
    .matchAll(/^#+ (.+)$/gm);
  const slugs = [...headings].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set(slugs);
}

function findDeadLinks(page: string): string[] {
  const text = read(page).replace(/^ *```.*?^ *```/gms, '');
  const links = text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g);
  return [...links].flatMap(([link, file = '', anchor]) => {
    const path = file === '' ? page : normalize(join(dirname(page), file));
    if (!existsSync(join(ROOT, path))) return [link];
    return anchor === undefined || !path.endsWith('.md') || anchorsOf(path).has(anchor) ? [] : [link];
  });
}

it.each(PAGES)('the commands of %s name what exists', (page) => {
  expect(codeOf(page).flatMap((code) => findMistakes(code).map((mistake) => `${mistake}: ${code}`))).toEqual(
    [],
  );
});

it('wrong names in commands are noticed', () => {
  const wrong = {
    'npm run larksong -- backupp': 'there is no command backupp',
    'docker compose run --rm larksong verify --repair': 'verify has no --repair',
    'docker compose stop gatway': 'there is no container gatway',
    'docker compose --profile backups up -d': 'there is no profile backups',
    'kubectl exec deploy/songs-operate -- larksong verify --repair': 'verify has no --repair',
    'kubectl scale deployment songs-auth songs-catalogue --replicas=0':
      'the chart has no deployment songs-catalogue',
    'kubectl create job --from=cronjob/songs-backups now': 'the chart has no cronjob songs-backups',
    'infra/compose/updates.sh': 'there is no infra/compose/updates.sh',
    'npm run benchmark': 'package.json has no script benchmark',
    'BACKUP_FOLDR=/media/disk npm start': 'there is no setting BACKUP_FOLDR',
  };
  for (const [code, mistake] of Object.entries(wrong)) expect(findMistakes(code)).toEqual([mistake]);
});

describe('every command of the handbook', () => {
  const all = PAGES.flatMap((page) => listCommands(page));

  it('every command of the handbook is run by a test, or has a reason', () => {
    const counts = Map.groupBy(all, (command) => whyNotRun(command) ?? 'run on a site');
    expect(all.length).toBeGreaterThan(150);
    expect(counts.get('run on a site')?.length).toBeGreaterThan(25);
    expect(() => whyNotRun({ page: 'x.md', text: 'npx something' })).toThrow('nothing runs');
  });

  it('every reason is needed', () => {
    const isUsed = ({ pattern }: (typeof REASONS)[number]) => all.some(({ text }) => pattern.test(text));
    expect(REASONS.filter((reason) => !isUsed(reason))).toEqual([]);
  });
});

it.each([...PAGES, 'CONTRIBUTING.md'])('the links of %s lead somewhere', (page) => {
  expect(findDeadLinks(page)).toEqual([]);
});
