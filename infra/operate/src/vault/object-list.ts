import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';

import type { StoredFile, Vault } from './vault.ts';

/** An object of a backup. Its file is missing if only its name was noted; a hard link has no checksum. */
export interface ListedObject {
  key: string;
  sizeBytes: number;
  file?: { storedBytes: number; sha256: string };
  /** The path below the folder of hand-placed files; missing for an object of storage. */
  path?: string;
}

/** Returns the name of an object's file in the vault. */
export function objectName(key: string): string {
  return `objects/${key}`;
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
  const text = (await promisify(gunzip)(Buffer.concat(packed))).toString();
  const lines = text.split('\n').filter(Boolean);
  const objects = lines.map((line) => JSON.parse(line) as ListedObject); // written by writeObjectList
  return new Map(objects.map((each) => [each.key, each]));
}

/** Returns the description of an object's file in the vault; undefined if the vault has no checked copy. */
export function toStoredFile({ key, sizeBytes, file }: ListedObject): StoredFile | undefined {
  return file && { name: objectName(key), sizeBytes, ...file };
}
