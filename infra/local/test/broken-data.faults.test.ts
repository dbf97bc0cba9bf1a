import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { faultLine } from '@larksong/service-kit/testing/faults';
import { createRandom, readCount, readSeed } from '@larksong/service-kit/testing/random';
import { SmallDisk } from '@larksong/service-kit/testing/small-disk';
import { afterAll, beforeAll, describe, it } from 'vitest';

import { freePort } from '../src/index.ts';
import { ALL_WAYS, breakPath, pickPath, type Way } from './breakages.ts';
import { hashContent } from './hash-tree.ts';
import { copyDataFolder, makeDataFolder, readDatabases, runLauncher, type Ended } from './made-site.ts';

const COMMANDS = ['start', 'doctor', 'backup', 'restore', 'update'] as const;
type Command = (typeof COMMANDS)[number];

/** The parts of the data folder that belong to the site: databases, storage, backups and secrets. The rest is the server's own. */
const KEPT = /^(storage\/|backups\/|secrets\.json$|version\.json$)/;

const IRREPLACEABLE = /^(postgres|storage(\/videos|\/game)?|backups|secrets\.json|version\.json)$/;

const line = faultLine(30);
const seed = readSeed();
const random = createRandom(seed);
/** Only root may mount the small disk, and change owners. */
const isRoot = process.getuid?.() === 0;

let folder: string;
let disk: SmallDisk;
let port: number;
/** The same site at this version, and before its last migrations. */
const originals = { present: '', older: '' };
/** What each may hold after its repair: an update has happened, or it was refused. */
const contents: Record<keyof typeof originals, Content[]> = { present: [], older: [] };

beforeAll(async () => {
  if (!isRoot) return line.skip('only root may mount a small disk and change owners');
  folder = await mkdtemp(join(tmpdir(), 'larksong-broken-'));
  disk = new SmallDisk(join(folder, 'disk'));
  port = await freePort();
  for (const name of ['present', 'older'] as const) {
    const dataDir = join(folder, name);
    originals[name] = dataDir;
    await makeDataFolder(dataDir, { isOlder: name === 'older' });
    if (name === 'present') assertDone(await run('start', dataDir));
    for (const place of [join(dataDir, 'backups'), join(folder, `${name}-backups`)])
      assertDone(await runLauncher(['larksong', 'backup', place], { dataDir, port }));
    contents[name] = [await readContent(dataDir)];
  }
  const { rows } = await readContent(await updateCopy(originals.older));
  contents.older.push({ files: contents.older[0]?.files ?? {}, rows });
});
afterAll(async () => {
  disk?.remove();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** Returns a copy of the older site after an update, because changes that every update makes are no loss. */
async function updateCopy(dataDir: string): Promise<string> {
  const copy = join(folder, 'updated');
  await copyDataFolder(dataDir, copy);
  assertDone(await run('update', copy));
  return copy;
}

function assertDone({ code, output }: Ended): void {
  if (code !== 0) throw new Error(output);
}

interface Content {
  files: Record<string, string>;
  rows: Record<string, unknown>;
}

async function readContent(dataDir: string): Promise<Content> {
  return { files: await hashContent(dataDir, KEPT), rows: await readDatabases(dataDir, { isStarted: true }) };
}

const newBackups = () => join(disk.path, 'new-backups');

function run(command: Command, dataDir: string): Promise<Ended> {
  const backups = join(folder, `${command === 'update' ? 'older' : 'present'}-backups`);
  const args: Record<Command, string[]> = {
    start: ['start'],
    update: ['start'],
    doctor: ['larksong', 'doctor'],
    backup: ['larksong', 'backup', newBackups()],
    restore: ['larksong', 'restore', backups],
  };
  return runLauncher(args[command], { dataDir, port });
}

interface Outcome {
  lost: string[];
  output: string;
  /** Files and tables that are not as before after the repair. */
  changed: string[];
}

/** An update starts with the data of an earlier version. */
const folderOf = (command: Command): keyof typeof originals => (command === 'update' ? 'older' : 'present');

/** Breaks a copy of the site, runs a command, and repairs it. */
async function tryPair(command: Command, way: Way, path: string): Promise<Outcome> {
  const name = folderOf(command);
  const dataDir = join(disk.path, 'data');
  const aside = join(disk.path, 'aside');
  await rm(newBackups(), { recursive: true, force: true }); // with fifteen, the oldest is removed rightly
  await copyDataFolder(originals[name], dataDir);
  const repair = await breakPath(way, join(dataDir, path), { disk, aside });
  const before = { ...(await hashContent(dataDir, KEPT)), ...(await hashContent(folder, /-backups\//)) };
  const { output } = await run(command, dataDir);
  const after = { ...(await hashContent(dataDir, KEPT)), ...(await hashContent(folder, /-backups\//)) };
  // A restore may replace damaged files by those of the backup; nothing else changes a file.
  const lost = Object.keys(before).filter(
    (key) => after[key] === undefined || !isSame(command, before, after, key),
  );
  // Lost files may reappear through a restore only.
  if (way === 'missing' && command !== 'restore' && IRREPLACEABLE.test(path))
    if (existsSync(join(dataDir, path))) lost.push(`${path} was created to replace the missing one`);
  await repair();
  const repaired = await readContent(dataDir).catch((error: unknown) => String(error));
  await rm(aside, { recursive: true, force: true });
  return { lost, output, changed: fewest(contents[name].map((known) => listChanged(repaired, known))) };
}

function isSame(
  command: Command,
  before: Record<string, string>,
  after: Record<string, string>,
  key: string,
) {
  return before[key] === after[key] || (command === 'restore' && key.startsWith('storage/'));
}

/** Returns the differences; additions by a command, such as a mark or a new table, are not differences. */
function listChanged(found: Content | string, known: Content): string[] {
  if (typeof found === 'string') return [JSON.stringify(found)];
  const all = { ...found.files, ...found.rows };
  return Object.entries({ ...known.files, ...known.rows })
    .filter(([key, value]) => JSON.stringify(all[key]) !== JSON.stringify(value))
    .map(([key]) => key);
}

function fewest(lists: string[][]): string[] {
  return lists.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

describe.skipIf(!isRoot)('a broken data folder', () => {
  it('no command loses or changes a file of a broken site, which is as before once it is repaired', async () => {
    const pairs = readCount('BROKEN_FOLDERS', 200);
    const figures = { lost: 0, 'without a sentence': 0, 'not as before': 0 };
    for (let index = 0; index < pairs; index += 1) {
      const command = COMMANDS[index % COMMANDS.length] ?? 'start';
      const way = random.pick(ALL_WAYS);
      const path = await pickPath(originals[folderOf(command)], random);
      const { lost, output, changed } = await tryPair(command, way, path);
      const hasSentence = output.trim() !== '' && !/^\s+at .+:\d+/m.test(output);
      const isBad = lost.length > 0 || !hasSentence || changed.length > 0;
      figures.lost += lost.length;
      figures['without a sentence'] += hasSentence ? 0 : 1;
      figures['not as before'] += changed.length > 0 ? 1 : 0;
      const told = `${index} ${command}, ${path} ${way}: ${output.trim().split('\n').at(-1)?.slice(0, 120)}\n`;
      process.stdout.write(
        isBad ? `BAD ${told}lost: ${lost.join(', ')}; changed: ${changed.join(', ')}\n${output}\n` : told,
      );
    }
    line.prove(`${pairs} broken data folders (seed ${seed})`, {
      'files lost or changed': { measured: figures.lost, atMost: 0 },
      'without a sentence': { measured: figures['without a sentence'], atMost: 0 },
      'not as before': { measured: figures['not as before'], atMost: 0 },
    });
  });
});
