import { hash, timingSafeEqual } from 'node:crypto';

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
const LastEntry = Type.Object({ number: Type.Integer({ minimum: 1 }), sha256: Type.String() });
export type LastEntry = Static<typeof LastEntry>;

const Dump = Type.Object({
  /** Names of the migrations that the database had, in their order. */
  migrations: Type.Array(Type.String()),
  /** In an order in which rows refer to earlier tables only. */
  tables: Type.Array(Table),
  /** The last values of sequences. */
  sequences: Type.Record(Type.String(), Type.String()),
  /** The last entry of its audit log; missing if the log was empty, and in backups of earlier versions. */
  lastEntry: Type.Optional(LastEntry),
});
export type Dump = Static<typeof Dump>;

export const ObjectsMode = Type.Union([Type.Literal('copy'), Type.Literal('links'), Type.Literal('list')]);
export type ObjectsMode = Static<typeof ObjectsMode>;

export const Manifest = Type.Object({
  format: Type.Integer({ minimum: 1 }),
  /** The name of the backup; missing in the first format. */
  id: Type.Optional(Type.String()),
  /** Distinguishes the backups of sites that share a folder; backups of earlier versions have none. */
  siteId: Type.Optional(Type.String()),
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

/** From the second format on, the manifest names its backup, and has a code in encrypted vaults. */
export const MANIFEST_FORMAT = 2;
const SIGNED_FORMAT = 2;
const FOLDER = 'backups/';
const NAME = 'manifest.json';
const CHECKSUM = 'manifest.sha256';
const SIGNATURE = 'manifest.hmac';

/** An encrypted backup that is not protected against changes. */
export class UnsignedBackup extends CommandError {
  override name = 'UnsignedBackup';
}

/** Returns the prefix of a backup's own files. */
export function folderOf(id: string): string {
  return `${FOLDER}${id}/`;
}

/** Writes the manifest of a backup, which makes it a backup; before, its files are only leftovers. */
export async function writeManifest(vault: Vault, id: string, manifest: Manifest): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  await vault.writePlain(`${folderOf(id)}${CHECKSUM}`, Buffer.from(`${hash('sha256', text)}  ${NAME}\n`));
  const signature = vault.sign(text);
  if (signature !== undefined)
    await vault.writePlain(`${folderOf(id)}${SIGNATURE}`, Buffer.from(`${signature}  ${NAME}\n`));
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

/**
 * Returns the manifest of a backup. It names every file of the backup with its checksum, so any change is noticed.
 * Throws `CommandError` if the backup is unfinished, damaged, newer or another one, and in an encrypted vault if its
 * owner did not write it.
 */
export async function readManifest(vault: Vault, id: string): Promise<Manifest> {
  const text = await vault.readPlain(`${folderOf(id)}${NAME}`);
  if (text === undefined)
    throw new CommandError(
      `The backup ${id} in ${vault.place} does not exist, or was never finished: it has no ${NAME}.`,
    );
  const isIntact = hash('sha256', text) === (await readSum(vault, id, CHECKSUM));
  const content = isIntact ? parse(text) : undefined;
  if (formatOf(content) > MANIFEST_FORMAT)
    throw new CommandError(`The backup ${id} was made by a newer Larksong. Update Larksong first.`);
  if (!Value.Check(Manifest, content))
    throw new CommandError(`The backup ${id} is damaged: its ${NAME} does not match its checksum.`);
  if (vault.isEncrypted) await assertGenuine(vault, id, { text, manifest: content });
  if (content.format >= SIGNED_FORMAT && content.id !== id)
    throw new CommandError(
      `The backup ${id} in ${vault.place} is really the backup ${content.id}, under another name. Choose another one.`,
    );
  return content;
}

/** Returns whether an encrypted backup was made before manifests were signed. */
export function isFromBefore({ format }: Manifest): boolean {
  return format < SIGNED_FORMAT;
}

/** Returns whether another site has made a backup, as far as it says so. */
export function isOfOther(manifest: Manifest, siteId: string | undefined): boolean {
  return manifest.siteId !== undefined && manifest.siteId !== siteId;
}

async function assertGenuine(
  vault: Vault,
  id: string,
  { text, manifest }: { text: Buffer; manifest: Manifest },
): Promise<void> {
  if (isFromBefore(manifest)) {
    if (vault.acceptsFromBefore) return;
    throw new UnsignedBackup(
      `The backup ${id} is encrypted, but was made by an older Larksong, which did not protect backups against changes by others. If nobody but you could write to ${vault.place}, add --from-before.`,
    );
  }
  const [wanted, found] = [vault.sign(text) ?? '', (await readSum(vault, id, SIGNATURE)) ?? ''];
  if (wanted.length !== found.length || !timingSafeEqual(Buffer.from(wanted), Buffer.from(found)))
    throw new CommandError(
      `The backup ${id} in ${vault.place} is not genuine: its ${NAME} was made or changed without the passphrase. Choose another one.`,
    );
}

async function readSum(vault: Vault, id: string, name: string): Promise<string | undefined> {
  return (await vault.readPlain(`${folderOf(id)}${name}`))?.toString().split(' ')[0];
}

function parse(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}

function formatOf(content: unknown): number {
  const { format } = (content ?? {}) as { format?: unknown }; // any JSON
  return typeof format === 'number' ? format : 0;
}
