import type { game } from '@larksong/contracts';

import { sendBody } from '../../api/send-body.ts';

interface SendOptions {
  itemId: string;
  file: Blob;
  /** Receives the share that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
}

/** Sends a picture or a sound unchanged. Resolves to the item; rejects with an `ApiError`. */
export async function sendMedia(
  endpoint: typeof game.putItemPicture | typeof game.putItemSound,
  { itemId, file, onProgress }: SendOptions,
): Promise<game.AdminItem> {
  const { item } = await sendBody(endpoint, file, {
    params: { id: itemId },
    failure: 'The server could not be reached. Please check the connection.',
    onProgress: (sentBytes) => onProgress(sentBytes / Math.max(file.size, 1)),
  });
  return item;
}
