/** A file that was requested before the code that needs it had arrived. */
export interface EarlyFile {
  bytes: ArrayBuffer;
  /** The headers with which it was requested. */
  headers: Record<string, string>;
  /** Until the first byte came. */
  waitMs: number;
  /** Until the last byte came. */
  loadMs: number;
}

/** The player would then repeat a request itself. */
const WAIT_TIMEOUT_MS = 10_000;

/** A file that is being loaded. */
export interface StreamedFile {
  file: Promise<EarlyFile | undefined>;
  /** A copy of the response, as soon as it has begun; undefined if it failed. */
  response: Promise<Response | undefined>;
}

declare global {
  /** The responses that public/head.js requested without a session, by path. Each is used once. */
  var firstResponses: Record<string, Promise<Response | undefined>> | undefined;
  /** Shared by two scripts that are built apart: the early one (src/early.ts) and the page. By absolute address. */
  var earlyFiles: Map<string, Promise<EarlyFile | undefined>> | undefined;
}

/** Called when the code of the page starts: from then on its own calls are early enough. */
export function startPage(): void {
  globalThis.earlyFiles ??= new Map();
}

/** Returns whether the code of the page has started. */
export function hasPageStarted(): boolean {
  return globalThis.earlyFiles !== undefined;
}

/** Requests a file and keeps it for `takeEarly`. Resolves to undefined if it cannot be loaded. */
export function requestEarly(
  address: string,
  headers: Record<string, string> = {},
  onResponse?: (copy: Response | undefined) => void,
): Promise<EarlyFile | undefined> {
  const file = fetchFile(address, headers, onResponse);
  globalThis.earlyFiles ??= new Map();
  globalThis.earlyFiles.set(toKey(address), file);
  return file;
}

/** Requests a file early, and lets it be read while it arrives. */
export function streamEarly(address: string): StreamedFile {
  const { promise: response, resolve } = Promise.withResolvers<Response | undefined>();
  return { file: requestEarly(address, {}, resolve), response };
}

/** Returns a file that was requested early, once; undefined if it was not. */
export function takeEarly(address: string): Promise<EarlyFile | undefined> | undefined {
  const file = globalThis.earlyFiles?.get(toKey(address));
  globalThis.earlyFiles?.delete(toKey(address));
  return file;
}

/**
 * Works like `fetch`, but the response to a GET that was made early with the same authorization is used, once.
 */
export async function fetchEarly(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET', headers } = init;
  const file = method === 'GET' && typeof input === 'string' ? await takeEarly(input) : undefined;
  const authorization = new Headers(headers).get('authorization');
  if (file && authorization === (file.headers['authorization'] ?? null)) return new Response(file.bytes);
  if (method === 'GET' && typeof input === 'string' && authorization === null) {
    const first = await takeFirst(input);
    if (first) return first;
  }
  return await fetch(input, init);
}

function takeFirst(address: string): Promise<Response | undefined> | undefined {
  const first = globalThis.firstResponses?.[address];
  delete globalThis.firstResponses?.[address];
  return first;
}

/** Returns whether a file was requested early and not taken yet. */
export function isEarly(address: string): boolean {
  return globalThis.earlyFiles?.has(toKey(address)) ?? false;
}

/** Forgets the files that nobody has taken. */
export function forgetEarly(): void {
  globalThis.earlyFiles?.clear();
}

/** Requests a file. Resolves to undefined if it cannot be loaded. */
export async function fetchFile(
  address: string,
  headers: Record<string, string>,
  onResponse?: (copy: Response | undefined) => void,
): Promise<EarlyFile | undefined> {
  const startMs = performance.now();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), WAIT_TIMEOUT_MS);
  try {
    const isPlain = Object.keys(headers).length === 0;
    const first = isPlain ? await takeFirst(address) : undefined;
    const response = first ?? (await fetch(address, { headers, signal: late.signal }));
    const waitMs = performance.now() - startMs;
    clearTimeout(timer);
    if (!response.ok) return undefined;
    onResponse?.(response.clone());
    const bytes = await response.arrayBuffer();
    return { bytes, headers, waitMs, loadMs: performance.now() - startMs };
  } catch {
    return undefined; // the player requests it again, and handles the failure
  } finally {
    onResponse?.(undefined); // of no effect after a response
  }
}

function toKey(address: string): string {
  return new URL(address, location.href).href;
}
