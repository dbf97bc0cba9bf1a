import { readFile, writeFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';

import { CommandError, parseUuid, readArguments, WrongUse } from '@larksong/service-kit';
import { COMMAND_LINE, recordAs } from '@larksong/service-kit/audit';

import type { Db } from '../../db/tables.ts';
import type { PlannedList } from './plan-import.ts';
import { exportLists, importLists } from './transfer-lists.ts';
import { listAllLists } from './transfer-store.ts';

/** Returns what a `lists` command does on the database. Throws `WrongUse`. */
export function readListsCommand([name = '', ...args]: string[]): (db: Db) => Promise<string> {
  if (name === 'list') return readList(args);
  if (name === 'export') return readExport(args);
  if (name === 'import') return readImport(args);
  throw new WrongUse(`There is no command "lists ${name}". Use lists list, export or import.`);
}

function readList(args: string[]): (db: Db) => Promise<string> {
  const { values } = readArguments(args, { options: { json: { type: 'boolean' } }, least: 0, most: 0 });
  return async (db) => {
    const lists = await listAllLists(db);
    if (values.json) return JSON.stringify(lists);
    if (lists.length === 0) return 'There are no lists.';
    return lists
      .map(({ id, ownerId, name, songCount }) => {
        const owner = ownerId === null ? 'the site' : `account ${ownerId}`;
        return `${id}  ${owner}  ${songCount} ${songCount === 1 ? 'song' : 'songs'}  ${name}`;
      })
      .join('\n');
  };
}

function readExport(args: string[]): (db: Db) => Promise<string> {
  const { positionals } = readArguments(args, { options: {}, least: 1, most: 1000 });
  const [file = '', ...given] = positionals;
  const ids = given.map((id) => parseUuid(id) ?? refuseId(id));
  return async (db) => {
    const { text, count } = await exportLists(db, ids);
    if (file === '-') return text;
    await writeFile(file, `${text}\n`).catch((cause: unknown) => refuseFile(file, cause));
    return `${toCount(count)} written to ${file}.`;
  };
}

function readImport(args: string[]): (db: Db) => Promise<string> {
  const options = { 'dry-run': { type: 'boolean' }, owner: { type: 'string' } } as const;
  const { values, positionals } = readArguments(args, { options, least: 1, most: 1 });
  const [file = ''] = positionals;
  const ownerId = values.owner === undefined ? null : (parseUuid(values.owner) ?? refuseId(values.owner));
  const isDryRun = values['dry-run'] === true;
  return async (db) => {
    const text = await (file === '-' ? readAll(process.stdin) : readFile(file, 'utf8')).catch(
      (cause: unknown) => refuseFile(file, cause),
    );
    const { lists, lines } = await importLists(db, { text, ownerId, isDryRun }, recordAs(COMMAND_LINE));
    return [...lines, summarize(lists, isDryRun)].join('\n');
  };
}

function summarize(lists: PlannedList[], isDryRun: boolean): string {
  const songs = lists.reduce((sum, { videoIds }) => sum + videoIds.length, 0);
  const what = `${toCount(lists.length)} with ${songs} ${songs === 1 ? 'song' : 'songs'}`;
  return isDryRun ? `${what} would be added. Nothing was changed.` : `${what} added.`;
}

function toCount(count: number): string {
  return `${count} ${count === 1 ? 'list' : 'lists'}`;
}

function refuseId(id: string): never {
  throw new WrongUse(`"${id}" is not an id.`);
}

function refuseFile(file: string, cause: unknown): never {
  const why = cause instanceof Error ? cause.message : String(cause);
  throw new CommandError(`${file}: ${why}`, { cause });
}
