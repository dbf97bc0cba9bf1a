const ID = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1';
const INNER = `/internal/sessions/${ID}`;

/** Addresses of each of the services. */
const TARGETS = [
  '/api/auth/profile',
  '/api/videos/user/liked',
  `/api/videos/${ID}`,
  '/api/admin/uploads',
  '/api/admin/transcoding/status',
  `/hls/${ID}/master.m3u8`,
  '/api/game/categories',
  '/Images/A/apple.png',
];

const beforeLast = (path: string, text: string) => path.replace(/\/(?=[^/]*$)/, text);
const afterFirst = (path: string, text: string) => path.replace(/^\/[^/]+/, (part) => part + text);

/** Spellings of an address that two servers may interpret differently. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => `//localhost${path}`,
  (path) => beforeLast(path, '//'),
  (path) => beforeLast(path, '///'),
  (path) => beforeLast(path, '/./'),
  (path) => beforeLast(path, '/x/../'),
  (path) => beforeLast(path, '/%2e/'),
  (path) => beforeLast(path, '/x/%2e%2e/'),
  (path) => beforeLast(path, '/x/.%2e/'),
  (path) => beforeLast(path, '/x/%2E./'),
  (path) => beforeLast(path, '/x/..;/'),
  (path) => beforeLast(path, '/x/..;a=b/'),
  (path) => beforeLast(path, '/x/%2e%2e%3b/'),
  (path) => beforeLast(path, '/;/'),
  (path) => beforeLast(path, '%2f'),
  (path) => beforeLast(path, '%2F'),
  (path) => beforeLast(path, '\\'),
  (path) => beforeLast(path, '%5c'),
  (path) => beforeLast(path, '%252f'),
  (path) => beforeLast(path, '%25%32%66'),
  (path) => beforeLast(path, '%c0%af'),
  (path) => beforeLast(path, '%e0%80%af'),
  (path) => beforeLast(path, '%u002f'),
  (path) => beforeLast(path, '\xef\xbc\x8f'),
  (path) => beforeLast(path, '/\t/'),
  (path) => afterFirst(path, '%00'),
  (path) => afterFirst(path, ';x'),
  (path) => afterFirst(path, '/..%2f..'),
  (path) => `${path}%00`,
  (path) => `${path}%00.png`,
  (path) => `${path}%0a`,
  (path) => `${path}%0d%0ax-injected:%201`,
  (path) => `${path}%09`,
  (path) => `${path}%7f`,
  (path) => `${path};jsessionid=1`,
  (path) => `${path}/..`,
  (path) => `${path}/../../../..${INNER}`,
  (path) => `${path}/..%2f..%2f..%2f..${INNER}`,
  (path) => `${path}/%252e%252e/%252e%252e${INNER}`,
  (path) => `${path}/..\\..\\..${INNER.replaceAll('/', '\\')}`,
  (path) => `${path}%`,
  (path) => `${path}%2`,
  (path) => `${path}%zz`,
  (path) => `${path}%ff`,
  (path) => `${path}\xff`,
  (path) => `${path}{}`,
  (path) => `${path}|`,
  (path) => `${path}^`,
  (path) => `${path}"`,
  (path) => `${path}<x>`,
  (path) => `${path}#/x`,
  (path) => path.replace('/', '/%'.concat(path.charCodeAt(1).toString(16))).replace(/(%..)./, '$1'),
  (path) => `/%25${path.charCodeAt(1).toString(16)}${path.slice(2)}`,
  (path) => path.slice(1),
  (path) => `http://localhost${path}`,
  (path) => `HTTP://localhost:80${path}`,
  (path) => `https://internal.example${path}`,
  (path) => `http:${path}`,
  (path) => `localhost:80${path}`,
  (path) => `*${path}`,
  (path) => `?${path}`,
  (path) => `@internal.example${path}`,
];

/** Returns every spelling of each address. */
export function listOddTargets(): string[] {
  return SPELLINGS.flatMap((spell, index) =>
    [index, index + 3].map((position) => spell(TARGETS[position % TARGETS.length] ?? '/')),
  );
}

/** Returns a complete request to an internal address, to be smuggled in. */
const toSmuggled = (mark: string) => `GET ${INNER} HTTP/1.1\r\nhost: x\r\nx-request-id: ${mark}\r\n\r\n`;

const POST = `POST /api/videos/${ID}/view HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`;
const CHUNKED = `${POST}transfer-encoding: chunked\r\n`;
const GET = 'GET /api/videos HTTP/1.1\r\nhost: x\r\n';

export interface Smuggling {
  name: string;
  bytes: (mark: string) => string;
  /** Its end is ambiguous, so the only allowed answer is 400. Other requests are unambiguous and may be answered. */
  isRefused: boolean;
}

/** Requests whose end, length or target two servers may interpret differently. */
export const SMUGGLINGS: readonly Smuggling[] = [
  refused('a length after chunks', (rest) => `${CHUNKED}content-length: 4\r\n\r\n0\r\n\r\n${rest}`),
  refused(
    'a length before chunks',
    (rest) => `${POST}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${rest}`,
  ),
  refused('two equal lengths', (rest) => `${POST}content-length: 2\r\ncontent-length: 2\r\n\r\n{}${rest}`),
  refused('a list of lengths', (rest) => `${POST}content-length: 2, 2\r\n\r\n{}${rest}`),
  refused('a length with a sign', (rest) => `${POST}content-length: +2\r\n\r\n{}${rest}`),
  refused('a length in hexadecimal', (rest) => `${POST}content-length: 0x2\r\n\r\n{}${rest}`),
  refused('a length with a space in it', (rest) => `${POST}content-length: 0 2\r\n\r\n{}${rest}`),
  refused(
    'a length larger than any number',
    (rest) => `${POST}content-length: 99999999999999999999999\r\n\r\n{}${rest}`,
  ),
  refused('an empty length', (rest) => `${POST}content-length:\r\n\r\n${rest}`),
  refused(
    'a coding with a vertical tab',
    (rest) => `${POST}transfer-encoding: \x0bchunked\r\n\r\n0\r\n\r\n${rest}`,
  ),
  refused('a coding in quotes', (rest) => `${POST}transfer-encoding: "chunked"\r\n\r\n0\r\n\r\n${rest}`),
  refused('a folded coding', (rest) => `${POST}transfer-encoding:\r\n chunked\r\n\r\n0\r\n\r\n${rest}`),
  refused('a space before a colon', (rest) => `${POST}transfer-encoding : chunked\r\n\r\n0\r\n\r\n${rest}`),
  refused('a chunk with a sign', (rest) => `${CHUNKED}\r\n+2\r\n{}\r\n0\r\n\r\n${rest}`),
  refused('a chunk with 0x', (rest) => `${CHUNKED}\r\n0x2\r\n{}\r\n0\r\n\r\n${rest}`),
  refused(
    'a chunk larger than any number',
    (rest) => `${CHUNKED}\r\nFFFFFFFFFFFFFFFFFF2\r\n{}\r\n0\r\n\r\n${rest}`,
  ),
  refused('a chunk that ends early', (rest) => `${CHUNKED}\r\n1\r\n{}\r\n0\r\n\r\n${rest}`),
  refused('a line feed alone after a chunk size', (rest) => `${CHUNKED}\r\n2\n{}\r\n0\r\n\r\n${rest}`),
  refused('a line feed in a chunk extension', (rest) => `${CHUNKED}\r\n2;a\nb\r\n{}\r\n0\r\n\r\n${rest}`),
  refused('a NUL in a header', (rest) => `${GET}x-a: 1\0\r\n\r\n${rest}`),
  refused('a NUL in a name', (rest) => `${GET}x\0a: 1\r\n\r\n${rest}`),
  refused('a carriage return alone', (rest) => `${GET}x-a: 1\rx-b: 2\r\n\r\n${rest}`),
  refused('a header without a name', (rest) => `${GET}: 1\r\n\r\n${rest}`),
  refused('a header without a colon', (rest) => `${GET}x-a\r\n\r\n${rest}`),
  refused('an obsolete fold', (rest) => `${GET}x-a: 1\r\n\tx-request-id: 2\r\n\r\n${rest}`),
  refused('two versions', (rest) => `GET /api/videos HTTP/1.1 HTTP/1.1\r\nhost: x\r\n\r\n${rest}`),
  refused('an unknown version', (rest) => `GET /api/videos HTTP/3.7\r\nhost: x\r\n\r\n${rest}`),
  refused('HTTP/2 over plain text', (rest) => `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${rest}`),
  refused('an unknown method', (rest) => `GETS /api/videos HTTP/1.1\r\nhost: x\r\n\r\n${rest}`),
  refused(
    'headers larger than the limit for all of them',
    (rest) => `${GET}x-a: ${'a'.repeat(70_000)}\r\n\r\n${rest}`,
  ),
  harmless(
    'a length that the connection header drops',
    (rest) => `${POST}content-length: ${rest.length}\r\nconnection: content-length\r\n\r\n${rest}`,
  ),
  harmless(
    'a coding that the connection header drops',
    (rest) => `${CHUNKED}connection: transfer-encoding\r\n\r\n0\r\n\r\n${rest}`,
  ),
  harmless(
    'a change to another protocol',
    (rest) =>
      `${GET}connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n\r\n${rest}`,
  ),
  harmless(
    'a websocket',
    (rest) =>
      `${GET}connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n${rest}`,
  ),
  harmless(
    'a body that waits for 100 Continue',
    (rest) => `${POST}content-length: ${rest.length}\r\nexpect: 100-continue\r\n\r\n${rest}`,
  ),
  harmless(
    'an answer to a GET with chunks',
    (rest) => `${GET}transfer-encoding: chunked\r\n\r\n${rest.length.toString(16)}\r\n${rest}\r\n0\r\n\r\n`,
  ),
  harmless(
    'a trailer',
    (rest) =>
      `${CHUNKED}trailer: content-length\r\n\r\n2\r\n{}\r\n0\r\ncontent-length: 99\r\nx-internal-token: x\r\n\r\n${rest}`,
  ),
  harmless('a tunnel', (rest) => `CONNECT 127.0.0.1:80 HTTP/1.1\r\nhost: x\r\n\r\n${rest}`),
  harmless(
    'a trace',
    (rest) => `TRACE /api/videos HTTP/1.1\r\nhost: x\r\nx-internal-token: x\r\n\r\n${rest}`,
  ),
];

function refused(name: string, toBytes: (rest: string) => string): Smuggling {
  return { name, isRefused: true, bytes: (mark) => toBytes(toSmuggled(mark)) };
}

function harmless(name: string, toBytes: (rest: string) => string): Smuggling {
  return { ...refused(name, toBytes), isRefused: false };
}
