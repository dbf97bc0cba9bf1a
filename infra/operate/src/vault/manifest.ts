import { hash } from 'node:crypto';

import { CommandError } from '@larksong/service-kit';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';

import { StoredFile, type Vault } from './vault.ts';

export const DATABASES = ['auth', 'catalog', 'game'] as const;
export type DatabaseName = (typeof DATABASES)[number];

const Table = Type.Object({
  name: Type.String(),
  columns: Type.Array(Type.String()),
  rows: Type.Integer({ minimum: 0 }),
  file: StoredFile,
});
const Dump = Type.Object({
  /** Names of the migrations that the database had, in their order. */
  migrations: Type.Array(Type.String()),
  /** In an order in which rows refer to earlier tables only. */
  tables: Type.Array(Table),
  /** The last values of sequences. */
  sequences: Type.Record(Type.String(), Type.String()),
});
export type Dump = Static<typeof Dump>;

export const ObjectsMode = Type.Union([Type.Literal('copy'), Type.Literal('links'), Type.Literal('list')]);
export type ObjectsMode = Static<typeof ObjectsMode>;

export const Manifest = Type.Object({
  format: Type.Integer({ minimum: 1 }),
  /** The version of Larksong that made the backup. */
  version: Type.String(),
  /** The moment of the databases, in ISO 8601. */
  createdAt: Type.String(),
  databases: Type.Object({ auth: Dump, catalog: Dump, game: Dump }),
  objects: Type.Object({
    mode: ObjectsMode,
    count: Type.Integer({ minimum: 0 }),
    sizeBytes: Type.Integer({ minimum: 0 }),
    /** Objects of the databases that storage did not have. */
    missing: Type.Array(Type.String()),
    list: StoredFile,
  }),
  /** The secrets of the site and other small files. */
  site: StoredFile,
});
export type Manifest = Static<typeof Manifest>;

export const MANIFEST_FORMAT = 1;
const FOLDER = 'backups/';
const NAME = 'manifest.json';
const CHECKSUM = 'manifest.sha256';

/** Returns the prefix of a backup's own files. */
export function folderOf(id: string): string {
  return `${FOLDER}${id}/`;
}

/** Writes the manifest of a backup, which makes it a backup; before, its files are only leftovers. */
export async function writeManifest(vault: Vault, id: string, manifest: Manifest): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  await vault.writePlain(`${folderOf(id)}${CHECKSUM}`, Buffer.from(`${hash('sha256', text)}  ${NAME}\n`));
  await vault.writePlain(`${folderOf(id)}${NAME}`, text);
}

/** Makes a backup a leftover again, so that a removal that is broken off leaves no half backup. */
export async function removeManifest(vault: Vault, id: string): Promise<void> {
  await vault.remove(`${folderOf(id)}${NAME}`);
}

/** Returns the ids of complete backups, the oldest first, and those of unfinished ones. */
export async function listBackups(vault: Vault): Promise<{ complete: string[]; unfinished: string[] }> {
  const names = [...(await vault.listSizes(FOLDER)).keys()];
  const ids = [...new Set(names.map((name) => name.split('/')[1] ?? ''))].toSorted();
  const isComplete = (id: string) => names.includes(`${folderOf(id)}${NAME}`);
  return { complete: ids.filter(isComplete), unfinished: ids.filter((id) => !isComplete(id)) };
}

/** Returns the manifest of a backup. Throws `CommandError` if the backup is unfinished, damaged or newer. */
export async function readManifest(vault: Vault, id: string): Promise<Manifest> {
  const text = await vault.readPlain(`${folderOf(id)}${NAME}`);
  if (text === undefined)
    throw new CommandError(
      `The backup ${id} in ${vault.place} does not exist, or was never finished: it has no ${NAME}.`,
    );
  const checksum = (await vault.readPlain(`${folderOf(id)}${CHECKSUM}`))?.toString().split(' ')[0];
  const isIntact = hash('sha256', text) === checksum;
  const content: unknown = isIntact ? JSON.parse(text.toString()) : undefined;
  if (content !== undefined && formatOf(content) > MANIFEST_FORMAT)
    throw new CommandError(`The backup ${id} was made by a newer Larksong. Update Larksong first.`);
  if (!Value.Check(Manifest, content))
    throw new CommandError(`The backup ${id} is damaged: its ${NAME} does not match its checksum.`);
  return content;
}

function formatOf(content: unknown): number {
  const { format } = content as { format?: unknown }; // any JSON
  return typeof format === 'number' ? format : 0;
}
