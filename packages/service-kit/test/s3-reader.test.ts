import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createSecureServer } from 'node:https';
import { createServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';

import { afterEach, expect, test } from 'vitest';

import { createS3Reader, type S3Reader } from '../src/storage/s3/s3-reader.ts';
import { createTestFolder, startStopwatch } from '../src/testing/index.ts';

const OBJECT = randomBytes(300_000);
const away = expect.objectContaining({ code: 'UNAVAILABLE' });
const reset = expect.objectContaining({ code: 'ECONNRESET' });

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Starts a server that handles each request for itself, whatever its connection. Returns its address. */
async function startServer(handle: (socket: Socket, head: string) => void) {
  const connections = new Set<Socket>();
  const server: TcpServer = createServer((socket) => {
    connections.add(socket);
    socket.on('error', () => {});
    let head = '';
    socket.on('data', (data: Buffer) => {
      head += data.toString('latin1');
      if (!head.endsWith('\r\n\r\n')) return;
      handle(socket, head);
      head = '';
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of connections) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { url: `http://127.0.0.1:${port}/bucket/key?X-Amz-Signature=1`, connections };
}

function startReader(timeoutMs = 1000): S3Reader {
  const reader = createS3Reader({ timeoutMs, idleMs: 10_000 });
  closing.push(() => reader.close());
  return reader;
}

/** Reads an object into pieces of this size. */
async function readInPieces(reader: S3Reader, link: string, pieceBytes = 65_536) {
  const pieces: Buffer[] = [];
  const allocated: number[] = [];
  const headers = await reader.read({
    link,
    allocate(sizeBytes) {
      allocated.push(sizeBytes);
      for (let left = sizeBytes; left > 0; left -= pieceBytes)
        pieces.push(Buffer.alloc(Math.min(left, pieceBytes)));
      return pieces;
    },
  });
  return { headers, bytes: Buffer.concat(pieces), allocated };
}

const headOf = (sizeBytes: number, further = '') =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${sizeBytes}\r\nETag: "1"\r\n${further}\r\n`;

test.each([1000, 65_536, 300_000, 400_000])(
  'objects arrive intact in pieces of %i bytes, one after the other over one connection',
  async (pieceBytes) => {
    const { url, connections } = await startServer((socket) => {
      socket.write(headOf(OBJECT.length));
      socket.write(OBJECT);
    });
    const reader = startReader();
    for (let time = 0; time < 3; time += 1) {
      const { headers, bytes } = await readInPieces(reader, url, pieceBytes);
      expect(headers).toMatchObject({ etag: '"1"', 'content-length': '300000' });
      expect(bytes.equals(OBJECT)).toBe(true);
    }
    expect(connections.size).toBe(1);
  },
);

test('an object arrives intact when its head is received byte by byte', async () => {
  const sendSlowly = async (socket: Socket) => {
    socket.setNoDelay();
    for (const byte of headOf(OBJECT.length)) {
      socket.write(byte);
      await new Promise(setImmediate);
    }
    socket.write(OBJECT);
  };
  const { url } = await startServer((socket) => void sendSlowly(socket));
  expect((await readInPieces(startReader(), url)).bytes.equals(OBJECT)).toBe(true);
});

test('simultaneous reads have separate connections, which are reused', async () => {
  const { url, connections } = await startServer((socket) => socket.write(headOf(4) + 'abcd'));
  const reader = startReader();
  for (let time = 0; time < 2; time += 1) {
    const results = await Promise.all(Array.from({ length: 5 }, () => readInPieces(reader, url)));
    expect(results.map(({ bytes }) => bytes.toString())).toEqual(Array.from({ length: 5 }, () => 'abcd'));
  }
  expect(connections.size).toBe(5);
});

test('a range is requested, and its end may be open', async () => {
  const heads: string[] = [];
  const { url } = await startServer((socket, head) => {
    heads.push(head);
    socket.write('HTTP/1.1 206 Partial Content\r\nContent-Length: 2\r\nContent-Range: bytes 1-2/4\r\n\r\nbc');
  });
  const reader = startReader();
  for (const end of [2, Infinity]) {
    const headers = await reader.read({
      link: url,
      range: { start: 1, end },
      allocate: () => [Buffer.alloc(2)],
    });
    expect(headers?.['content-range']).toBe('bytes 1-2/4');
  }
  expect(heads.map((head) => /^range: (.*)\r$/m.exec(head)?.[1])).toEqual(['bytes=1-2', 'bytes=1-']);
});

test.each([
  ['HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\ngone', 'a missing object'],
  ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n', 'an object of unknown length'],
  ['HTTP/1.1 301 Moved\r\nLocation: /\r\nContent-Length: 0\r\n\r\n', 'a redirect'],
  ['HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nabcd', 'an old server'],
])('the response %j of %s is left to the caller', async (response) => {
  const { url } = await startServer((socket) => socket.write(response));
  const { headers, allocated } = await readInPieces(startReader(), url);
  expect([headers, allocated]).toEqual([undefined, []]);
});

test('an object that the caller does not want is not read, and the next read has a new connection', async () => {
  const { url, connections } = await startServer((socket) => {
    socket.write(headOf(OBJECT.length));
    socket.write(OBJECT);
  });
  const reader = startReader();
  expect(await reader.read({ link: url, allocate: () => undefined })).toMatchObject({ etag: '"1"' });
  expect((await readInPieces(reader, url)).bytes.equals(OBJECT)).toBe(true);
  expect(connections.size).toBe(2);
});

test('a connection that the server wants to close is not used again', async () => {
  const { url, connections } = await startServer((socket) =>
    socket.write(`${headOf(4, 'Connection: close\r\n')}abcd`),
  );
  const reader = startReader();
  for (let time = 0; time < 2; time += 1) await readInPieces(reader, url);
  expect(connections.size).toBe(2);
});

test('a connection closed before its response fails as one that was reset, so that the read can be repeated', async () => {
  const { url } = await startServer((socket) => socket.end());
  await expect(readInPieces(startReader(), url)).rejects.toEqual(reset);
});

test.each([
  ['ends', (socket: Socket) => socket.end(OBJECT.subarray(0, 100_000))],
  ['falls silent', (socket: Socket) => socket.write(OBJECT.subarray(0, 100_000))],
  ['is reset', (socket: Socket) => socket.write(OBJECT.subarray(0, 1000), () => socket.resetAndDestroy())],
])('a response that %s in the middle of an object fails at once, without a second try', async (_, go) => {
  const { url } = await startServer((socket) => {
    socket.write(headOf(OBJECT.length));
    go(socket);
  });
  const elapsedMs = startStopwatch();
  await expect(readInPieces(startReader(500), url)).rejects.toEqual(away);
  expect(elapsedMs()).toBeLessThan(3000);
});

test.each([
  ['more than the size of the object', `${headOf(4)}abcdef`],
  ['a head without an end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`],
])('a response with %s breaks neither this read nor the next one', async (_, response) => {
  let count = 0;
  const { url } = await startServer((socket) =>
    socket.write((count += 1) === 1 ? response : `${headOf(4)}ABCD`),
  );
  const reader = startReader();
  await readInPieces(reader, url).catch(() => {});
  expect((await readInPieces(reader, url)).bytes.toString()).toBe('ABCD');
});

test('an object that has another size than the caller’s buffers is refused', async () => {
  const { url } = await startServer((socket) => socket.write(`${headOf(4)}abcd`));
  await expect(startReader().read({ link: url, allocate: () => [Buffer.alloc(3)] })).rejects.toThrow(
    'another size',
  );
});

test('an unused connection is closed by the reader', async () => {
  const { url, connections } = await startServer((socket) => socket.write(`${headOf(4)}abcd`));
  const reader = createS3Reader({ timeoutMs: 1000, idleMs: 100 });
  closing.push(() => reader.close());
  await readInPieces(reader, url);
  await expect
    .poll(() => [...connections].every(({ readableEnded, destroyed }) => readableEnded || destroyed))
    .toBe(true);
});

test('an object is read over https, whose certificate is checked', async () => {
  const folder = await createTestFolder();
  closing.push(() => folder.remove());
  const [key, certificate] = [join(folder.path, 'key.pem'), join(folder.path, 'certificate.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    ...kind,
    ...names,
    '-keyout',
    key,
    '-out',
    certificate,
  ]);
  const cert = await readFile(certificate, 'utf8');
  const server = createSecureServer({ key: await readFile(key), cert }, (_, response) =>
    response.end(OBJECT),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo; // it listens on a port
  const link = `https://localhost:${port}/bucket/key`;
  await expect(readInPieces(startReader(), link)).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, cert]);
  closing.push(() => setDefaultCACertificates(trusted));
  const reader = startReader();
  for (let time = 0; time < 3; time += 1)
    expect((await readInPieces(reader, link)).bytes.equals(OBJECT)).toBe(true);
});
