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

declare global {
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

/** Keeps a file for `takeEarly` that arrived in another way, or that will be requested only then. */
export function keepEarly(address: string, file: Promise<EarlyFile | undefined>): void {
  globalThis.earlyFiles ??= new Map();
  globalThis.earlyFiles.set(toKey(address), file);
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
  return await fetch(input, init);
}

/** Returns whether a file was requested early and not taken yet. */
export function isEarly(address: string): boolean {
  return globalThis.earlyFiles?.has(toKey(address)) ?? false;
}

/**
 * Forgets the files that nobody has taken, except for those of other streams, which may follow this one. `address` is one
 * of the stream's files.
 */
export function forgetEarly(address: string): void {
  const own = toKey('.', toKey(address));
  const all = toKey('/hls/');
  for (const key of globalThis.earlyFiles?.keys() ?? [])
    if (key.startsWith(own) || !key.startsWith(all)) globalThis.earlyFiles?.delete(key);
}

function toKey(address: string, base = location.href): string {
  return new URL(address, base).href;
}
