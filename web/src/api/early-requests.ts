import { keepEarly, type EarlyFile } from './early-files.ts';

/** After so long without a byte, a request is given up; the player makes it again. */
const SILENT_MS = 10_000;

/** A file that is being loaded. */
export interface StreamedFile {
  file: Promise<EarlyFile | undefined>;
  /** Its bytes, as they arrive. */
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Requests a file and keeps it for `takeEarly`. Resolves to undefined if it cannot be loaded. */
export function requestEarly(
  address: string,
  headers: Record<string, string> = {},
  copy?: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>,
): Promise<EarlyFile | undefined> {
  const file = fetchFile(address, headers, copy);
  keepEarly(address, file);
  return file;
}

/** Requests a file early, and lets it be read while it arrives. */
export function streamEarly(address: string): StreamedFile {
  let copy: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  const stream = new ReadableStream({ start: (controller) => void (copy = controller) });
  return { file: requestEarly(address, {}, copy), stream };
}

/** Requests a file. Resolves to undefined if it cannot be loaded, or if its bytes stop arriving. */
export async function fetchFile(
  address: string,
  headers: Record<string, string>,
  copy?: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>,
): Promise<EarlyFile | undefined> {
  const startMs = performance.now();
  const silence = watchSilence();
  try {
    const response = await fetch(address, { headers, signal: silence.signal });
    const waitMs = performance.now() - startMs;
    if (!response.ok) throw new Error(`status ${response.status}`);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      silence.restart();
      parts.push(part.value);
      copy?.enqueue(part.value);
    }
    copy?.close();
    const bytes = await new Blob(parts).arrayBuffer();
    return { bytes, headers, waitMs, loadMs: performance.now() - startMs };
  } catch (error) {
    copy?.error(error);
    return undefined; // the player requests it again, and handles the failure
  } finally {
    silence.stop();
  }
}

function watchSilence() {
  const silent = new AbortController();
  const start = () => setTimeout(() => silent.abort(), SILENT_MS);
  let timer = start();
  return {
    signal: silent.signal,
    restart: () => {
      clearTimeout(timer);
      timer = start();
    },
    stop: () => clearTimeout(timer),
  };
}
