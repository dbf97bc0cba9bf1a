import { ApiError, isErrorCode, uploadVideo, type Data } from '@larksong/contracts';

/** What the user reads when the server gave no sentence of its own (specification section 8). */
export const UPLOAD_FAILED = 'Upload failed';

interface SendOptions {
  body: FormData;
  headers: Record<string, string>;
  signal: AbortSignal;
  onProgress: (sentBytes: number) => void;
}

/**
 * Sends the form; resolves with the new video's id. Rejects with an `ApiError`, or with the signal's reason when it
 * was cancelled. XMLHttpRequest, since `fetch` cannot tell how much was sent.
 */
export function sendUpload(options: SendOptions): Promise<Data<typeof uploadVideo>> {
  const { body, headers, signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded));
    request.addEventListener('load', () => {
      const answer = parse(request.responseText);
      if (request.status < 300 && answer?.['success'] === true) resolve(answer['data'] as never); // as the contract says
      else reject(toError(request.status, answer));
    });
    request.addEventListener('error', () => reject(toError(0, undefined)));
    request.addEventListener('abort', () => reject(signal.reason));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', cancel));
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', cancel);
    request.open(uploadVideo.method, uploadVideo.path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
  });
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function toError(status: number, answer: Record<string, unknown> | undefined): ApiError {
  const message = answer?.['message'];
  const code = answer?.['code'];
  return new ApiError({
    message: typeof message === 'string' && message !== '' ? message : UPLOAD_FAILED,
    status,
    ...(isErrorCode(code) ? { code } : {}),
    data: answer,
  });
}

/** A key that makes a repeated submit of the same form one video. Works on plain http too, unlike `randomUUID`. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
