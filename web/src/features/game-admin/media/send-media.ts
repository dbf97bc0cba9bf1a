import type { game } from '@larksong/contracts';

import { sendBody } from '../../../api/send-body.ts';

interface SendOptions {
  /** The id of a card or of a letter. */
  id: string;
  file: Blob;
  /** Receives the share that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
}

/** Sends a picture or a sound unchanged. Rejects with an `ApiError`. */
export async function sendMedia(
  endpoint: typeof game.putItemPicture | typeof game.putItemSound | typeof game.putCategorySound,
  { id, file, onProgress }: SendOptions,
): Promise<void> {
  await sendBody(endpoint, file, {
    params: { id },
    failure: 'The server could not be reached. Please check the connection.',
    onProgress: (sentBytes) => onProgress(sentBytes / Math.max(file.size, 1)),
  });
}
