import {
  ApiError,
  isErrorCode,
  toPath,
  type AdminItem,
  type putItemPicture,
  type putItemSound,
} from '@larksong/contracts';

import { authorizationHeaders } from '../../api/client.ts';

interface SendOptions {
  itemId: string;
  file: Blob;
  /** 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Sends a picture or a sound as it is; resolves with the item. Rejects with an `ApiError`. XMLHttpRequest, since
 * `fetch` cannot tell how much was sent.
 */
export async function sendMedia(
  endpoint: typeof putItemPicture | typeof putItemSound,
  { itemId, file, onProgress }: SendOptions,
): Promise<AdminItem> {
  const headers = await authorizationHeaders();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener('load', () => {
      const answer = parse(request.responseText);
      if (request.status < 300 && answer?.['success'] === true)
        resolve((answer['data'] as { item: AdminItem }).item); // as the contract says
      else reject(toError(request.status, answer));
    });
    request.addEventListener('error', () => reject(toError(0, undefined)));
    request.open(endpoint.method, toPath(endpoint, { params: { id: itemId } }));
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader('content-type', file.type === '' ? 'application/octet-stream' : file.type);
    request.send(file);
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
  const fallback =
    status === 0 ? 'The server could not be reached. Please check the connection.' : 'Upload failed';
  return new ApiError({
    message: typeof message === 'string' && message !== '' ? message : fallback,
    status,
    ...(isErrorCode(code) ? { code } : {}),
    data: answer,
  });
}
