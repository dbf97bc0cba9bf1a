import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a zip, true unless it states otherwise. */
export interface BuiltEntry {
  path: string | Buffer;
  data?: Uint8Array | string;
  isDeflated?: boolean;
  method?: number;
  flags?: number;
  /** What the zip says instead of the truth. */
  sizeBytes?: number;
  packedBytes?: number;
  checksum?: number;
  /** As on Unix (`stat`), in the upper half of its attributes. */
  mode?: number;
  /** Extra fields of the directory. */
  extra?: Buffer;
  /** Puts it in the place of the entry with this number, whose bytes it shares. */
  sharedWith?: number;
}

interface BuiltEnd {
  /** What the end of the zip says instead of the truth. */
  entryCount?: number;
  directoryStart?: number;
  /** Bytes between the directory and the end. */
  beforeEnd?: Buffer;
  comment?: string;
}

const UTF8 = 0x0800;

/** Returns a zip, however odd (PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12, 4.3.16). */
export function buildZip(entries: readonly BuiltEntry[], end: BuiltEnd = {}): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  const starts: number[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = toBytes(entry.path);
    const data = toBytes(entry.data ?? '');
    const packed = entry.isDeflated ? deflateRawSync(data) : data;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(entry.flags ?? UTF8, 2);
    fields.writeUInt16LE(entry.method ?? (entry.isDeflated ? 8 : 0), 4);
    fields.writeUInt16LE(33, 8); // the first day of 1980
    fields.writeUInt32LE(entry.checksum ?? crc32(data), 10);
    fields.writeUInt32LE(entry.packedBytes ?? packed.length, 14);
    fields.writeUInt32LE(entry.sizeBytes ?? data.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const start = entry.sharedWith === undefined ? at : (starts[entry.sharedWith] ?? 0);
    starts.push(start);
    if (entry.sharedWith === undefined) {
      const file = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, packed]);
      files.push(file);
      at += file.length;
    }
    directory.push(toDirectoryEntry({ entry, fields, name, start }));
  }
  return Buffer.concat([...files, ...directory, toEnd({ entries, directory, start: at, end })]);
}

function toBytes(value: Uint8Array | string): Buffer {
  return typeof value === 'string' ? Buffer.from(value) : Buffer.from(value);
}

function toDirectoryEntry(of: { entry: BuiltEntry; fields: Buffer; name: Buffer; start: number }): Buffer {
  const extra = of.entry.extra ?? Buffer.alloc(0);
  const fields = Buffer.from(of.fields);
  fields.writeUInt16LE(extra.length, 24);
  const more = Buffer.alloc(14);
  more.writeUInt32LE(((of.entry.mode ?? 0) << 16) >>> 0, 6);
  more.writeUInt32LE(of.start, 10);
  return Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.of(20, 3), fields, more, of.name, extra]);
}

function toEnd(of: {
  entries: readonly BuiltEntry[];
  directory: readonly Buffer[];
  start: number;
  end: BuiltEnd;
}): Buffer {
  const { end, start } = of;
  const comment = Buffer.from(end.comment ?? '', 'latin1');
  const fields = Buffer.alloc(22);
  fields.write('PK\x05\x06', 0, 'latin1');
  const entryCount = Math.min(end.entryCount ?? of.entries.length, 0xffff);
  fields.writeUInt16LE(entryCount, 8);
  fields.writeUInt16LE(entryCount, 10);
  fields.writeUInt32LE(Buffer.concat(of.directory).length, 12);
  fields.writeUInt32LE(end.directoryStart ?? start, 16);
  fields.writeUInt16LE(comment.length, 20);
  return Buffer.concat([end.beforeEnd ?? Buffer.alloc(0), fields, comment]);
}

/** Returns the two records that a zip with 64-bit numbers has before its end, with any numbers. */
export function zip64End(of: { entryCount: bigint; directoryStart: bigint; recordStart: bigint }): Buffer {
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06', 0, 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(of.entryCount, 24);
  record.writeBigUInt64LE(of.entryCount, 32);
  record.writeBigUInt64LE(of.directoryStart, 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 0, 'latin1');
  locator.writeBigUInt64LE(of.recordStart, 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator]);
}
