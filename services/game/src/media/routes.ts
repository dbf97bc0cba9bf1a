import { game } from '@larksong/contracts';
import { addBinaryBodies, createRegister, readBinaryBody, type Guards } from '@larksong/service-kit';
import type { FastifyInstance } from 'fastify';

import type { PublicFolder } from '../files/public-folder.ts';
import { describeItem } from '../items/describe-item.ts';
import type { LetterItem } from '../items/store.ts';
import { deleteMedia, putPicture, putSound, type PutDeps } from './put-media.ts';

export interface MediaDeps extends PutDeps {
  folder: PublicFolder;
  guards: Guards;
  maxMediaBytes: number;
  stallSeconds: number;
  /** Told when objects are to be removed, and when a sound is to be prepared. */
  onSweep: () => void;
  onSoundDue: () => void;
}

/** Uploads of pictures and sounds: a scope of its own, since they are taken whatever type they say they have. */
export async function mediaRoutes(app: FastifyInstance, deps: MediaDeps): Promise<void> {
  app.removeAllContentTypeParsers();
  addBinaryBodies(app, '*');
  const register = createRegister(app, deps.guards);
  const describe = async (item: LetterItem): Promise<{ item: game.AdminItem }> => ({
    item: await describeItem(deps, item),
  });
  const limits = {
    maxBytes: deps.maxMediaBytes,
    stallMs: deps.stallSeconds * 1000,
    tooLarge: `This file is larger than the ${Math.floor(deps.maxMediaBytes / 1024 ** 2)} MB that can be uploaded.`,
  };
  register(game.putItemPicture, async ({ params, request }) => {
    const item = await putPicture(deps, params.id, () => readBinaryBody(request, limits));
    deps.onSweep();
    return { message: `${item.name} has a picture now.`, data: await describe(item) };
  });

  register(game.putItemSound, async ({ params, request }) => {
    const upload = { itemId: params.id, requestId: request.id };
    const item = await putSound(deps, upload, () => readBinaryBody(request, limits));
    deps.onSoundDue();
    deps.onSweep();
    return { message: `The sound of ${item.name} is being prepared.`, data: await describe(item) };
  });

  register(game.deleteItemPicture, async ({ params }) => {
    const item = await deleteMedia(deps.db, params.id, 'picture');
    deps.onSweep();
    return { message: `The picture of ${item.name} is removed.`, data: await describe(item) };
  });

  register(game.deleteItemSound, async ({ params }) => {
    const item = await deleteMedia(deps.db, params.id, 'sound');
    deps.onSweep();
    return { message: `The sound of ${item.name} is removed.`, data: await describe(item) };
  });
}
