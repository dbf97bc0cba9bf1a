import type { game } from '@larksong/contracts';

import { sendBody } from '../../api/send-body.ts';

interface SendOptions {
  itemId: string;
  file: Blob;
  /** 0 to 1. */
  onProgress: (share: number) => void;
}

/** Sends a picture or a sound as it is; resolves with the item. Rejects with an `ApiError`. */
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
