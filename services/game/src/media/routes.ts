import { because, game } from '@larksong/contracts';
import { readBinaryBody, type Register } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import { toAdminCategory } from '../categories/describe-category.ts';
import { countNames, type LetterItem } from '../content/item-store.ts';
import type { CategoryRow, Db } from '../db/tables.ts';
import { describeMedia } from '../files/describe-media.ts';
import type { KnownMedia } from '../files/known-media.ts';
import type { GameFolders } from '../files/letter-names.ts';
import { inPack, type PackPlace } from '../files/pack-place.ts';
import { describeItem } from '../items/describe-item.ts';
import { deleteLetterSound, putLetterSound } from './put-letter-sound.ts';
import { deleteMedia, putPicture, putSound } from './put-media.ts';

interface MediaDeps extends GameFolders {
  db: Db;
  storage: Storage;
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
  const describe = async (at: PackPlace, item: LetterItem) => ({ item: await describeItem(at, item) });
  const limits = {
    maxBytes: deps.maxMediaBytes,
    stallMs: deps.stallSeconds * 1000,
    tooLarge: because('game.file-too-large', { megabytes: Math.floor(deps.maxMediaBytes / 1024 ** 2) }),
  };
  register(game.putItemPicture, async ({ params, query, record, request }) => {
    const at = inPack(deps, query.pack);
    const item = await putPicture(at, { itemId: params.id, record }, () => readBinaryBody(request, limits));
    await deps.knownMedia.announce();
    deps.onSweep();
    return { message: `${item.name} now has a picture.`, data: await describe(at, item) };
  });

  register(game.putItemSound, async ({ params, query, record, request }) => {
    const at = inPack(deps, query.pack);
    const upload = { itemId: params.id, requestId: request.id, record };
    const item = await putSound(at, upload, () => readBinaryBody(request, limits));
    deps.onSoundDue();
    deps.onSweep();
    return { message: `The sound of ${item.name} is being prepared.`, data: await describe(at, item) };
  });

  register(game.deleteItemPicture, async ({ params, query, record }) => {
    const at = inPack(deps, query.pack);
    const item = await deleteMedia(at, { itemId: params.id, what: 'picture', record });
    deps.onSweep();
    return { message: `The picture of ${item.name} was removed.`, data: await describe(at, item) };
  });

  register(game.deleteItemSound, async ({ params, query, record }) => {
    const at = inPack(deps, query.pack);
    const item = await deleteMedia(at, { itemId: params.id, what: 'sound', record });
    deps.onSweep();
    return { message: `The sound of ${item.name} was removed.`, data: await describe(at, item) };
  });

  registerLetterSounds(register, deps, limits);
}

function registerLetterSounds(
  register: Register,
  deps: MediaDeps,
  limits: Parameters<typeof readBinaryBody>[1],
): void {
  const describe = async (at: PackPlace, row: CategoryRow): Promise<{ category: game.AdminCategory }> => {
    const [names, mediaOf] = await Promise.all([countNames(at.db, row.id), describeMedia(at, [row])]);
    return { category: toAdminCategory(row, names, mediaOf) };
  };
  register(game.putCategorySound, async ({ params, query, record, request }) => {
    const at = inPack(deps, query.pack);
    const upload = { categoryId: params.id, requestId: request.id, record };
    const row = await putLetterSound(at, upload, () => readBinaryBody(request, limits));
    deps.onSoundDue();
    deps.onSweep();
    return {
      message: `The sound of the letter ${row.letter} is being prepared.`,
      data: await describe(at, row),
    };
  });

  register(game.deleteCategorySound, async ({ params, query, record }) => {
    const at = inPack(deps, query.pack);
    const row = await deleteLetterSound(at, { categoryId: params.id, record });
    deps.onSweep();
    return { message: `The sound of the letter ${row.letter} was removed.`, data: await describe(at, row) };
  });
}
