import type { game } from '@larksong/contracts';

import { sendBody } from '../../../api/send-body.ts';
import { text } from '../../../lib/texts.ts';

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
    failure: text('game-admin.unreachable'),
    onProgress: (sentBytes) => onProgress(sentBytes / Math.max(file.size, 1)),
  });
}
