import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';

import { ZipFile } from 'yazl';

/** A file to be put into a zip, opened when it is its turn. */
export interface FileToPack {
  path: string;
  open: () => Promise<Readable>;
}

/**
 * With these, the same files always result in the same bytes: the first moment that a zip knows,
 * in local time as zips have it, no other times, and no compression, since pictures and sounds are compressed already.
 */
const OPTIONS = {
  mtime: new Date(1980, 0, 1),
  mode: 0o100644,
  compress: false,
  forceDosTimestamp: true,
};

/**
 * Returns a zip of files in the given order, which are read one after another, as fast as the zip is read. It fails if a
 * file cannot be opened or read.
 */
export function writeZip(files: readonly FileToPack[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable; // a PassThrough (yazl, index.js)
  const fail = (error: Error) => void output.destroy(error);
  zip.on('error', fail);
  const openFor = (open: FileToPack['open']) =>
    callbackify(async () => {
      const stream = await open();
      stream.on('error', fail); // yazl pipes it, and pipes pass no errors on
      const end = () => stream.destroy();
      output.once('close', end);
      stream.once('close', () => output.off('close', end));
      return stream;
    });
  for (const { path, open } of files) zip.addReadStreamLazy(path, OPTIONS, openFor(open));
  zip.end();
  return output;
}
