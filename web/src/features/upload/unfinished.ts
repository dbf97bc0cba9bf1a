import { readStored, writeStored } from '../../lib/storage.ts';

/** Stored on this device, so that an upload can continue after the page was left. */
const KEY = 'upload.unfinished';
const MAX_UPLOADS = 5;

interface Unfinished {
  uploadId: string;
  name: string;
  size: number;
  lastModified: number;
}

type FileFacts = Pick<File, 'name' | 'size' | 'lastModified'>;

/** Returns the id of the upload in parts of this file, recognised by name, size and date. */
export function findUnfinished(file: FileFacts): string | undefined {
  return read().find((one) => isSame(one, file))?.uploadId;
}

/** Stores the upload of a file. Only the last few uploads are kept. */
export function rememberUnfinished(file: FileFacts, uploadId: string): void {
  const { name, size, lastModified } = file;
  const others = read().filter((one) => !isSame(one, file));
  write([{ uploadId, name, size, lastModified }, ...others].slice(0, MAX_UPLOADS));
}

/** Removes the stored upload of a file, if there is one. */
export function forgetUnfinished(file: FileFacts): void {
  write(read().filter((one) => !isSame(one, file)));
}

function isSame(one: Unfinished, file: FileFacts): boolean {
  return one.name === file.name && one.size === file.size && one.lastModified === file.lastModified;
}

/** Used if the browser forbids storage. */
let inMemory: Unfinished[] = [];

function write(list: Unfinished[]): void {
  inMemory = list;
  writeStored(KEY, list.length === 0 ? null : JSON.stringify(list));
}

function read(): Unfinished[] {
  const text = readStored(KEY);
  if (text === null) return isStorageForbidden() ? inMemory : [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isUnfinished) : [];
  } catch {
    return [];
  }
}

function isUnfinished(value: unknown): value is Unfinished {
  if (typeof value !== 'object' || value === null) return false;
  const { uploadId, name, size, lastModified } = value as Partial<Record<keyof Unfinished, unknown>>; // checked below
  return (
    typeof uploadId === 'string' &&
    typeof name === 'string' &&
    typeof size === 'number' &&
    typeof lastModified === 'number'
  );
}

function isStorageForbidden(): boolean {
  try {
    return localStorage === null;
  } catch {
    return true;
  }
}
