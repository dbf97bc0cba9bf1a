import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const PIECE_BYTES = 256 * 1024;
const ANSWER_MS = 30_000;

export interface RawUpload {
  method: 'POST' | 'PUT';
  path: string;
  token: string;
  contentType: string;
  /** With a content length, or chunked. */
  encoding: 'length' | 'chunked';
  body: Buffer;
}

/** Returns all bytes of the request on the wire. */
export function toRequestBytes({ method, path, token, contentType, encoding, body }: RawUpload): Buffer {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    `authorization: Bearer ${token}`,
    `content-type: ${contentType}`,
    encoding === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${body.length}`,
  ].join('\r\n');
  const content =
    encoding === 'length'
      ? [body]
      : [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')];
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), ...content]);
}

const BOUNDARY = 'larksong';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export interface FormPart {
  name: string;
  value: string | Buffer;
  fileName?: string;
}

/** Returns a form with its parts in the given order. */
export function toFormBody(parts: FormPart[]): Buffer {
  const pieces = parts.flatMap(({ name, value, fileName }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"\r\ncontent-type: video/mp4`;
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Connects to a site's public port; connection errors only close the socket. */
export async function connectTo(siteUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(siteUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

function awaitRoom(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      socket.off('drain', go).off('close', go);
      resolve();
    };
    socket.on('drain', go).on('close', go);
  });
}

/** Writes as fast as the other side reads. Returns whether the connection is still open. */
export async function writeAll(socket: Socket, bytes: Buffer): Promise<boolean> {
  for (let start = 0; start < bytes.length && socket.writable; start += PIECE_BYTES) {
    const hasRoom = socket.write(bytes.subarray(start, start + PIECE_BYTES));
    if (!hasRoom && !socket.closed) await awaitRoom(socket);
  }
  return socket.writable;
}

export interface RawUploadAnswer {
  /** 0 if the connection ended without an answer. */
  status: number;
  /** `code` of a failure. */
  code: string | undefined;
  text: string;
  sentBytes: number;
}

/**
 * Sends bytes and reads the answer. Stops sending as soon as there is one; `insists` keeps sending to the end as long
 * as the connection is open.
 */
export async function sendUpload(
  siteUrl: string,
  pieces: Iterable<Buffer>,
  { insists = false }: { insists?: boolean } = {},
): Promise<RawUploadAnswer> {
  const socket = await connectTo(siteUrl);
  const state = { text: '', sentBytes: 0 };
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      state.text += chunk.toString('latin1');
      if (isWhole(state.text)) resolve();
    });
    socket.once('close', () => resolve());
  });
  const sending = (async () => {
    for (const piece of pieces) {
      if ((state.text !== '' && !insists) || !(await writeAll(socket, piece))) return;
      state.sentBytes += piece.length;
    }
  })();
  const patience = setTimeout(() => socket.destroy(), ANSWER_MS);
  await answered;
  if (insists) await sending;
  socket.destroy();
  clearTimeout(patience);
  await sending;
  const { text, sentBytes } = state;
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
  return { status, code: /"code":"(\w+)"/.exec(text)?.[1], text, sentBytes };
}

/** Returns whether an answer is complete according to its length. */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n') + 4;
  const length = /^content-length: (\d+)/im.exec(text)?.[1];
  return end > 3 && length !== undefined && text.length - end >= Number(length);
}
