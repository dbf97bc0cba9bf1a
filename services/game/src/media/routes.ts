import { game } from '@larksong/contracts';
import { readBinaryBody, type Register } from '@larksong/service-kit';

import { toAdminCategory } from '../categories/describe-category.ts';
import { countNames, type LetterItem } from '../content/item-store.ts';
import type { CategoryRow } from '../db/tables.ts';
import { describeMedia } from '../files/describe-media.ts';
import type { KnownMedia } from '../files/known-media.ts';
import type { GameFolders } from '../files/letter-names.ts';
import { describeItem } from '../items/describe-item.ts';
import { deleteLetterSound, putLetterSound } from './put-letter-sound.ts';
import { deleteMedia, putPicture, putSound, type PutDeps } from './put-media.ts';

interface MediaDeps extends PutDeps, GameFolders {
  knownMedia: KnownMedia;
  maxMediaBytes: number;
  stallSeconds: number;
  /** Called when objects must be removed, and when a sound must be prepared. */
  onSweep: () => void;
  onSoundDue: () => void;
}

/**
 * Registers the uploads of pictures and sounds. The server must leave bodies of every type unread (`addBinaryBodies`).
 */
export function registerMedia(register: Register, deps: MediaDeps): void {
  const describe = async (item: LetterItem): Promise<{ item: game.AdminItem }> => ({
    item: await describeItem(deps, item),
  });
  const limits = {
    maxBytes: deps.maxMediaBytes,
    stallMs: deps.stallSeconds * 1000,
    tooLarge: `This file is larger than the ${Math.floor(deps.maxMediaBytes / 1024 ** 2)} MB that can be uploaded.`,
  };
  register(game.putItemPicture, async ({ params, record, request }) => {
    const item = await putPicture(deps, { itemId: params.id, record }, () => readBinaryBody(request, limits));
    await deps.knownMedia.announce();
    deps.onSweep();
    return { message: `${item.name} now has a picture.`, data: await describe(item) };
  });

  register(game.putItemSound, async ({ params, record, request }) => {
    const upload = { itemId: params.id, requestId: request.id, record };
    const item = await putSound(deps, upload, () => readBinaryBody(request, limits));
    deps.onSoundDue();
    deps.onSweep();
    return { message: `The sound of ${item.name} is being prepared.`, data: await describe(item) };
  });

  register(game.deleteItemPicture, async ({ params, record }) => {
    const item = await deleteMedia(deps.db, { itemId: params.id, what: 'picture', record });
    deps.onSweep();
    return { message: `The picture of ${item.name} was removed.`, data: await describe(item) };
  });

  register(game.deleteItemSound, async ({ params, record }) => {
    const item = await deleteMedia(deps.db, { itemId: params.id, what: 'sound', record });
    deps.onSweep();
    return { message: `The sound of ${item.name} was removed.`, data: await describe(item) };
  });

  registerLetterSounds(register, deps, limits);
}

function registerLetterSounds(
  register: Register,
  deps: MediaDeps,
  limits: Parameters<typeof readBinaryBody>[1],
): void {
  const describe = async (row: CategoryRow): Promise<{ category: game.AdminCategory }> => {
    const [names, mediaOf] = await Promise.all([countNames(deps.db, row.id), describeMedia(deps, [row])]);
    return { category: toAdminCategory(row, names, mediaOf) };
  };
  register(game.putCategorySound, async ({ params, record, request }) => {
    const upload = { categoryId: params.id, requestId: request.id, record };
    const row = await putLetterSound(deps, upload, () => readBinaryBody(request, limits));
    deps.onSoundDue();
    deps.onSweep();
    return { message: `The sound of the letter ${row.letter} is being prepared.`, data: await describe(row) };
  });

  register(game.deleteCategorySound, async ({ params, record }) => {
    const row = await deleteLetterSound(deps.db, { categoryId: params.id, record });
    deps.onSweep();
    return { message: `The sound of the letter ${row.letter} was removed.`, data: await describe(row) };
  });
}
