import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';

import { DamagedFile, type StoredFile, type Vault } from './vault.ts';

/** An object of a backup. Its file is missing if only its name was noted; a hard link has no checksum. */
export interface ListedObject {
  key: string;
  sizeBytes: number;
  file?: { storedBytes: number; sha256: string };
  /** The path below the folder of hand-placed files; missing for an object of storage. */
  path?: string;
}

/** Returns the name of an object's file in the vault: a copy, encrypted if the vault is. */
export function objectName(key: string): string {
  return `objects/${key}`;
}

/** Returns the name of a hard link to an object, which is never encrypted and so apart from encrypted copies. */
export function linkName(vault: Vault, key: string): string {
  return vault.isEncrypted ? `links/${key}` : objectName(key);
}

/** Returns the name of the file that a list means. */
export function storedName(vault: Vault, object: ListedObject): string {
  return object.file === undefined ? linkName(vault, object.key) : objectName(object.key);
}

/** Returns the sizes of the files of all objects, by name. */
export async function listStoredObjects(vault: Vault): Promise<Map<string, number>> {
  const links = vault.isEncrypted ? await vault.listSizes('links/') : [];
  return new Map([...(await vault.listSizes('objects/')), ...links]);
}

/** Writes a list of objects, one JSON value a line. */
export async function writeObjectList(
  vault: Vault,
  name: string,
  objects: Iterable<ListedObject>,
): Promise<StoredFile> {
  function* lines() {
    for (const each of objects) yield `${JSON.stringify(each)}\n`;
  }
  return vault.write(name, Readable.from(lines()).pipe(createGzip()));
}

/** Returns the objects of a list by their keys. Throws `CommandError` if it is damaged. */
export async function readObjectList(vault: Vault, file: StoredFile): Promise<Map<string, ListedObject>> {
  const packed = await Readable.from(await vault.read(file)).toArray();
  try {
    const text = (await promisify(gunzip)(Buffer.concat(packed))).toString();
    const lines = text.split('\n').filter(Boolean);
    const objects = lines.map((line) => JSON.parse(line) as ListedObject); // written by writeObjectList
    return new Map(objects.map((each) => [each.key, each]));
  } catch (error) {
    throw new DamagedFile(`The file ${file.name} of the backup is not a list of files.`, { cause: error });
  }
}

/** Returns the description of an object's file in the vault; undefined if the vault has no checked copy. */
export function toStoredFile({ key, sizeBytes, file }: ListedObject): StoredFile | undefined {
  return file && { name: objectName(key), sizeBytes, ...file };
}
