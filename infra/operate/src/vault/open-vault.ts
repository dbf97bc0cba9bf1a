import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { AppError, CommandError } from '@larksong/service-kit';
import { createStorage, isKey, type Storage } from '@larksong/service-kit/storage';

import { WrongUse } from '../command.ts';
import type { Config } from '../config.ts';
import { assertBackupBucket, assertBackupFolder, BUCKET, FOLDERS, KEY, MARKER } from './backup-place.ts';
import { createKey, openKey, type Cipher } from './cipher.ts';
import { toVaultError, Vault } from './vault.ts';

const FORMAT = 1;

/** Backups are written in large pieces, perhaps to a slow disk or over a slow line. */
export const PATIENCE = { S3_TIMEOUT_MS: 15_000, S3_WRITE_TIMEOUT_MS: 60_000, S3_MAX_UPLOADS: 8 };

/** A place is not encrypted but there is a passphrase, or it is encrypted with another one. */
export class OtherLock extends CommandError {
  override name = 'OtherLock';
}

/** Which backups are accepted despite the passphrase although they could be somebody else's. */
export interface Accepted {
  /** Backups that are not encrypted. */
  isPlainAccepted?: boolean;
  /** Encrypted backups whose manifests were not signed yet. */
  isFromBeforeAccepted?: boolean;
}

interface VaultOptions extends Accepted {
  create: boolean;
  isListed?: boolean;
  /** Restore points may be in a subfolder of the data folder. */
  purpose?: 'backups' | 'restore-points';
}

/**
 * Opens a folder or bucket (`s3://bucket/prefix`) of backups; `create` makes a new one, encrypted if there is a passphrase.
 * Throws `CommandError` with a sentence if it is not one, is newer, or the passphrase is missing or wrong; with a passphrase
 * also if it is not encrypted. Without a passphrase, `isListed` opens an encrypted vault to read only its manifests.
 */
export async function openVault(place: string, config: Config, options: VaultOptions): Promise<Vault> {
  const { create, isListed = false, isFromBeforeAccepted = false } = options;
  const { storage, prefix } = locate(place, config);
  try {
    if (create && !place.startsWith(BUCKET)) {
      await assertBackupFolder(place, config, options.purpose ?? 'backups');
      await createFolders(resolve(place));
    }
    const at = { storage, prefix, place };
    const isLocked = isListed && config.BACKUP_PASSPHRASE === undefined && (await isEncrypted(at));
    const cipher = isLocked ? undefined : await openMarker(at, config.BACKUP_PASSPHRASE, options);
    // Lists of earlier backups are encrypted, so that they can be continued; only their manifests are not signed.
    const acceptsFromBefore = create || isFromBeforeAccepted;
    return new Vault({ place, storage, prefix, cipher, isLocked, acceptsFromBefore });
  } catch (error) {
    await storage.close();
    throw toVaultError(error, place);
  }
}

/** Creates the folders of a vault, so that only their owner can read the secrets and private songs in them. */
async function createFolders(folder: string): Promise<void> {
  try {
    for (const path of [folder, ...FOLDERS.map((name) => join(folder, name))])
      await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw toVaultError(new AppError('UNAVAILABLE', { cause: error }), folder);
  }
}

function locate(place: string, config: Config): { storage: Storage; prefix: string } {
  if (!place.startsWith(BUCKET))
    return { storage: createStorage({ STORAGE_DIR: resolve(place) }, { isPrivate: true }), prefix: '' };
  const [bucket = '', ...folders] = place.slice(BUCKET.length).split('/').filter(Boolean);
  const endpoint = config.BACKUP_S3_ENDPOINT ?? config.S3_ENDPOINT;
  if (endpoint === undefined)
    throw new WrongUse(
      'The address of the S3 server is missing. Enter it on the page for the first start; for a command, set BACKUP_S3_ENDPOINT.',
    );
  const prefix = folders.map((folder) => `${folder}/`).join('');
  if (bucket === '' || (prefix !== '' && !isKey(prefix.slice(0, -1))))
    throw new WrongUse(`${place} is not an address like s3://bucket/prefix.`);
  const storage = createStorage({
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: config.BACKUP_S3_ACCESS_KEY ?? config.S3_ACCESS_KEY ?? '',
    S3_SECRET_KEY: config.BACKUP_S3_SECRET_KEY ?? config.S3_SECRET_KEY ?? '',
    S3_REGION: config.BACKUP_S3_REGION ?? config.S3_REGION ?? 'us-east-1',
    ...PATIENCE,
  });
  return { storage, prefix };
}

interface Place {
  storage: Storage;
  prefix: string;
  place: string;
}

async function isEncrypted(at: Place): Promise<boolean> {
  const marker = await readFile(at, MARKER);
  return marker !== undefined && toMarker(marker, at.place).isEncrypted;
}

async function openMarker(
  at: Place,
  passphrase: string | undefined,
  { create, isPlainAccepted = false }: VaultOptions,
): Promise<Cipher | undefined> {
  const marker = await readFile(at, MARKER);
  if (marker === undefined) {
    if (!create) throw new CommandError(`There are no backups in ${at.place}.`);
    if (at.place.startsWith(BUCKET)) await assertBackupBucket(at.storage, at.prefix, at.place);
    return createVault(at, passphrase);
  }
  const { isEncrypted } = assertLock(marker, { ...at, passphrase, create, isPlainAccepted });
  return isEncrypted ? openCipher(at, passphrase ?? '') : undefined;
}

/** Throws `CommandError` unless the presence of a passphrase matches the marker of the place. */
export function assertLock(
  marker: Buffer,
  {
    place,
    passphrase,
    create,
    isPlainAccepted = false,
  }: { place: string; passphrase: string | undefined; create: boolean; isPlainAccepted?: boolean },
): { isEncrypted: boolean } {
  const { isEncrypted } = toMarker(marker, place);
  if (isEncrypted && passphrase === undefined)
    throw new OtherLock(`The backups in ${place} are encrypted. Set BACKUP_PASSPHRASE to their passphrase.`);
  if (!isEncrypted && passphrase !== undefined && !isPlainAccepted) throw notEncrypted(place, create);
  return { isEncrypted };
}

function notEncrypted(place: string, isWritten: boolean): OtherLock {
  const what = `The backups in ${place} are not encrypted, but BACKUP_PASSPHRASE is set`;
  return new OtherLock(
    isWritten
      ? `${what}. Choose another folder, or leave out the passphrase.`
      : `${what}: they could be somebody else’s. If nobody but you could write there, add --not-encrypted.`,
  );
}

/** Throws `CommandError` if the backups are newer or the file is damaged. */
function toMarker(text: Buffer, place: string): { isEncrypted: boolean } {
  const { format, isEncrypted } = parseObject(text);
  if (typeof format !== 'number' || typeof isEncrypted !== 'boolean')
    throw new CommandError(`The file ${MARKER} in ${place} is damaged.`);
  if (format > FORMAT)
    throw new CommandError(`The backups in ${place} were made by a newer Larksong. Update Larksong first.`);
  return { isEncrypted };
}

/** Returns an empty object for anything that is not JSON. */
function parseObject(text: Buffer): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text.toString()) as object) }; // its properties are checked by the caller
  } catch {
    return {};
  }
}

async function createVault(at: Place, passphrase: string | undefined): Promise<Cipher | undefined> {
  const hasKey = (await at.storage.stat(`${at.prefix}${KEY}`)) !== undefined;
  if (hasKey && passphrase === undefined)
    throw new OtherLock(
      `There is the key of encrypted backups, ${KEY}, in ${at.place}. Set BACKUP_PASSPHRASE to their passphrase, or choose another folder.`,
    );
  // The vault was never finished, or perhaps has lost its marker, without which its backups cannot be read.
  if (!hasKey && passphrase !== undefined)
    await at.storage.put(`${at.prefix}${KEY}`, await createKey(passphrase));
  const cipher = passphrase === undefined ? undefined : await openCipher(at, passphrase);
  const marker = { format: FORMAT, isEncrypted: cipher !== undefined };
  await at.storage.put(`${at.prefix}${MARKER}`, Buffer.from(`${JSON.stringify(marker)}\n`));
  return cipher;
}

async function openCipher(at: Place, passphrase: string): Promise<Cipher> {
  const key = await readFile(at, KEY);
  if (key === undefined) throw new CommandError(`The file ${KEY} in ${at.place} is missing.`);
  const cipher = await openKey(key, passphrase);
  if (cipher === undefined)
    throw new OtherLock(
      `This is not the passphrase of the backups in ${at.place}, or their file ${KEY} is damaged.`,
    );
  return cipher;
}

async function readFile({ storage, prefix }: Place, name: string): Promise<Buffer | undefined> {
  const object = await storage.get(prefix + name);
  return object && Buffer.concat(await object.stream.toArray());
}
