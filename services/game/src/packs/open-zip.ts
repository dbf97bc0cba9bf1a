import { crc32, inflateRaw } from 'node:zlib';
import { promisify } from 'node:util';

import { because, type Explanation } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import { fromRandomAccessReaderPromise, getFileNameLowLevel, type Entry, type ZipFile } from 'yauzl';

import { BytesReader, type ReadBytes } from './stored-bytes.ts';
import { findEntryProblem, foldPath, isClutter, toShownPath } from './zip-paths.ts';

export interface ZipLimits {
  /** Maximum size of all files together once they are unpacked. */
  maxBytes: number;
  maxFiles: number;
}

/** A file of a zip that may be read. */
export interface PackedFile {
  /** As in the zip, composed (NFC). */
  path: string;
  sizeBytes: number;
  /** Returns the file, checked against its checksum. Throws VALIDATION_FAILED with a sentence. */
  read: (maxBytes: number) => Promise<Buffer>;
}

export interface OpenedZip {
  /** By their path. */
  files: Map<string, PackedFile>;
  refused: { path: string; explanation: Explanation }[];
}

/** An entry of the directory of a zip. */
interface Listed {
  path: string;
  sizeBytes: number;
  packedBytes: number;
  checksum: number;
  method: number;
  isEncrypted: boolean;
  /** Its local header. */
  start: number;
  /** Where the next entry begins at the earliest; none may reach beyond. */
  end: number;
  problem: Explanation | undefined;
}

const STORED = 0;
const DEFLATED = 8;
/** Size of a local header without name and extra fields. */
const LOCAL_HEADER_BYTES = 30;

/**
 * Reads the directory of a zip. No file is unpacked. Throws VALIDATION_FAILED with a sentence if it is no zip, contradicts
 * itself or exceeds a limit; single bad entries are returned as refused.
 */
export async function openZip(read: ReadBytes, sizeBytes: number, limits: ZipLimits): Promise<OpenedZip> {
  const listed = await asSentence(async () => {
    const zip = await fromRandomAccessReaderPromise(new BytesReader(read), sizeBytes, {
      autoClose: false,
      decodeStrings: false, // a bad name affects only one entry
      validateEntrySizes: false, // checked when an entry is read
    });
    return list(zip, limits);
  });
  setEnds(listed, sizeBytes);
  const refused: OpenedZip['refused'] = [];
  const files = new Map<string, PackedFile>();
  for (const same of Map.groupBy(listed, ({ path }) => foldPath(path)).values()) {
    const [entry] = same;
    if (!entry) continue;
    const isOne = same.every(({ path }) => path === entry.path);
    const doubled = same.length === 1 ? undefined : because(isOne ? 'packed.twice' : 'packed.alike');
    const explanation = entry.problem ?? doubled;
    if (explanation === undefined)
      files.set(entry.path, { ...entry, read: (maxBytes) => readEntry(read, entry, maxBytes) });
    else refused.push(...same.map(({ path }) => ({ path: toShownPath(path), explanation })));
  }
  return { files, refused };
}

async function list(zip: ZipFile, limits: ZipLimits): Promise<Listed[]> {
  if (zip.entryCount > limits.maxFiles)
    throw refusal(because('pack.too-many-files', { maximum: limits.maxFiles }));
  const listed: Listed[] = [];
  let unpackedBytes = 0;
  for await (const entry of zip.eachEntry()) {
    unpackedBytes += entry.uncompressedSize;
    if (unpackedBytes > limits.maxBytes)
      throw refusal(because('pack.unpacks-too-large', { megabytes: toMegabytes(limits.maxBytes) }));
    const found = toListed(entry);
    if (found.problem !== undefined || !isClutter(found.path)) listed.push(found);
  }
  return listed;
}

/** Keeps only the parts of an entry that have a bounded size. */
function toListed(entry: Entry): Listed {
  const { generalPurposeBitFlag: flags, fileNameRaw, extraFields } = entry;
  const path = getFileNameLowLevel(flags, fileNameRaw, extraFields, true);
  const problem = findEntryProblem(path, entry.externalFileAttributes);
  return {
    path: problem === undefined ? path.normalize('NFC') : path.slice(0, 1000),
    sizeBytes: entry.uncompressedSize,
    packedBytes: entry.compressedSize,
    checksum: entry.crc32,
    method: entry.compressionMethod,
    isEncrypted: entry.isEncrypted(),
    start: entry.relativeOffsetOfLocalHeader,
    end: entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + fileNameRaw.length + entry.compressedSize,
    problem,
  };
}

/** Sets where each entry must end. Throws if entries certainly overlap, as in a zip that unpacks one file many times. */
function setEnds(listed: Listed[], sizeBytes: number): void {
  const inOrder = listed.toSorted((a, b) => a.start - b.start);
  for (const [index, entry] of inOrder.entries()) {
    const next = inOrder[index + 1]?.start ?? sizeBytes;
    if (entry.end > next) throw refusal(because(next === sizeBytes ? 'pack.damaged' : 'pack.files-overlap'));
    entry.end = next;
  }
}

async function readEntry(read: ReadBytes, entry: Listed, maxBytes: number): Promise<Buffer> {
  if (entry.isEncrypted) throw refusal(because('packed.encrypted'));
  if (entry.method !== STORED && entry.method !== DEFLATED) throw refusal(because('packed.method'));
  if (entry.sizeBytes > maxBytes || entry.packedBytes > maxBytes)
    throw refusal(because('packed.too-large', { megabytes: toMegabytes(maxBytes) }));
  const packed = await asSentence(() => readPacked(read, entry));
  const file = entry.method === STORED ? packed : await unpack(packed, entry.sizeBytes);
  if (file.length !== entry.sizeBytes) throw refusal(because('packed.size'));
  if (crc32(file) !== entry.checksum) throw refusal(because('packed.checksum'));
  return file;
}

async function readPacked(read: ReadBytes, entry: Listed): Promise<Buffer> {
  const header = await read(entry.start, LOCAL_HEADER_BYTES);
  if (header.readUInt32LE(0) !== 0x04034b50) throw refusal(because('pack.damaged'));
  const start = entry.start + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + entry.packedBytes > entry.end) throw refusal(because('pack.files-overlap'));
  return Buffer.from(await read(start, entry.packedBytes)); // a copy, since the block changes
}

const inflate = promisify(inflateRaw);

/** Unpacks at most `sizeBytes`, whatever the data would unpack to. */
async function unpack(packed: Buffer, sizeBytes: number): Promise<Buffer> {
  try {
    return await inflate(packed, { maxOutputLength: Math.max(sizeBytes, 1) });
  } catch (cause) {
    const isLonger = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    throw refusal(because(isLonger ? 'packed.size' : 'pack.damaged'), cause);
  }
}

/** Passes failures of storage on unchanged; anything else is the fault of the zip. */
async function asSentence<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? error : refusal(because('pack.damaged'), error);
  }
}

function refusal(explanation: Explanation, cause?: unknown): AppError {
  return new AppError('VALIDATION_FAILED', { ...explanation, cause });
}

function toMegabytes(bytes: number): number {
  return Math.floor(bytes / 1024 ** 2);
}
