import type { game } from '@larksong/contracts';

import { sendBody } from '../../../api/send-body.ts';
import { text } from '../../../lib/texts.ts';
import { toPackInput, type FurtherPack } from '../../../parts/game-cards/packs.ts';

interface SendOptions {
  /** The id of a card or of a letter. */
  id: string;
  pack: FurtherPack;
  file: Blob;
  /** Receives the share that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
}

/** Sends a picture or a sound unchanged. Rejects with an `ApiError`. */
export async function sendMedia(
  endpoint: typeof game.putItemPicture | typeof game.putItemSound | typeof game.putCategorySound,
  { id, pack, file, onProgress }: SendOptions,
): Promise<void> {
  await sendBody(endpoint, file, {
    params: { id },
    ...toPackInput(pack),
    failure: text('game-admin.unreachable'),
    onProgress: (sentBytes) => onProgress(sentBytes / Math.max(file.size, 1)),
  });
}
