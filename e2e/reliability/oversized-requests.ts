import { FORM_TYPE, toFormBody, toRequestBytes, type FormPart } from '../support/raw-upload.ts';

const KIB = 1024;
const MIB = 1024 ** 2;
/** Upload limit of the site in these tests. */
export const LIMIT_BYTES = 32 * MIB;
const BLOCK = Buffer.alloc(MIB, 'quack ');

const TITLE: FormPart = { name: 'title', value: 'Too much' };
const PATH = '/api/admin/videos/upload';

/** Returns a form part with a file of a given size. */
export const fileOf = (sizeBytes: number, name = 'video'): FormPart => ({
  name,
  value: Buffer.alloc(sizeBytes, 'quack '),
  fileName: 'large.mp4',
});

export interface Oversized {
  name: string;
  /** The bytes of the request; a generator if they are too large for memory. */
  bytes: (token: string) => Iterable<Buffer>;
  status: number;
  code: string;
}

function form(token: string, parts: FormPart[], encoding: 'length' | 'chunked' = 'length'): Buffer[] {
  const body = toFormBody(parts);
  return [toRequestBytes({ method: 'POST', path: PATH, token, contentType: FORM_TYPE, encoding, body })];
}

/** Returns the head of an upload with a header about its length. */
function headOf(token: string, length: string): Buffer {
  const lines = [`POST ${PATH} HTTP/1.1`, 'host: x', 'connection: close', `authorization: Bearer ${token}`];
  return Buffer.from([...lines, `content-type: ${FORM_TYPE}`, length, '', ''].join('\r\n'));
}

/** Generates a chunked form whose file has no end before `sizeBytes`. */
export function* streamOf(token: string, sizeBytes: number): Generator<Buffer> {
  const start = toFormBody([TITLE, fileOf(0)]).subarray(0, -'\r\n--larksong--\r\n'.length);
  yield headOf(token, 'transfer-encoding: chunked');
  yield Buffer.concat([Buffer.from(`${start.length.toString(16)}\r\n`), start, Buffer.from('\r\n')]);
  const chunk = Buffer.concat([Buffer.from(`${MIB.toString(16)}\r\n`), BLOCK, Buffer.from('\r\n')]);
  for (let sent = 0; sent < sizeBytes; sent += MIB) yield chunk;
}

/** None of these may be accepted or leave anything behind. */
export const OVERSIZED: readonly Oversized[] = [
  tooLarge('one byte over the limit', (token) => form(token, [TITLE, fileOf(LIMIT_BYTES + 1)])),
  tooLarge('one byte over the limit, in chunks, the file first', (token) =>
    form(token, [fileOf(LIMIT_BYTES + 1), TITLE], 'chunked'),
  ),
  tooLarge('a length far over the limit', (token) => [
    headOf(token, 'content-length: 99999999999'),
    toFormBody([TITLE, fileOf(100)]),
  ]),
  tooLarge('chunks without an end', (token) => streamOf(token, 16 * LIMIT_BYTES)),
  tooLarge('two files', (token) => form(token, [TITLE, fileOf(9 * MIB), fileOf(9 * MIB)])),
  tooLarge('a file of another name and a file', (token) =>
    form(token, [TITLE, fileOf(9 * MIB, 'poster'), fileOf(9 * MIB)]),
  ),
  tooLarge('1,000 fields', (token) =>
    form(token, [
      fileOf(9 * MIB),
      ...Array.from({ length: 1000 }, (_, index) => ({ name: `field${index}`, value: 'x' })),
    ]),
  ),
  tooLarge('1,000 fields of one name', (token) =>
    form(token, [fileOf(100), ...Array.from({ length: 1000 }, () => TITLE)]),
  ),
  malformed('a length shorter than the form', (token) => [
    headOf(token, 'content-length: 1000'),
    toFormBody([TITLE, fileOf(9 * MIB)]),
  ]),
  malformed('a form without its end', (token) => {
    const body = toFormBody([TITLE, fileOf(9 * MIB)]).subarray(0, -20);
    return [
      toRequestBytes({ method: 'POST', path: PATH, token, contentType: FORM_TYPE, encoding: 'length', body }),
    ];
  }),
  invalid('a title of 5 MiB', (token) =>
    form(token, [{ name: 'title', value: 'x'.repeat(5 * MIB) }, fileOf(100)]),
  ),
  invalid('a title of 5 MiB after the file', (token) =>
    form(token, [fileOf(9 * MIB), { name: 'title', value: 'x'.repeat(5 * MIB) }]),
  ),
  invalid('a file in a field that does not accept files', (token) =>
    form(token, [TITLE, fileOf(9 * MIB, 'title')]),
  ),
  invalid('a part header of 200 KiB', (token) => form(token, [TITLE, fileOf(100, 'n'.repeat(200 * KIB))])),
];

function tooLarge(name: string, bytes: Oversized['bytes']): Oversized {
  return { name, bytes, status: 413, code: 'PAYLOAD_TOO_LARGE' };
}

function malformed(name: string, bytes: Oversized['bytes']): Oversized {
  return { name, bytes, status: 400, code: 'MALFORMED_REQUEST' };
}

function invalid(name: string, bytes: Oversized['bytes']): Oversized {
  return { name, bytes, status: 400, code: 'VALIDATION_FAILED' };
}
