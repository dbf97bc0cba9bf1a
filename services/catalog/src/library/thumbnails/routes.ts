import { catalog } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import { findAccessRules } from '../videos/read-store.ts';
import { deleteOwnThumbnail, putOwnThumbnail, type ThumbnailDeps } from './own-thumbnail.ts';
import { readPicture } from './uploaded-picture.ts';

/** Registers the calls that upload and delete a video's own thumbnail. */
export function registerThumbnails(
  register: Register,
  deps: ThumbnailDeps & { uploadStallSeconds: number },
): void {
  register(catalog.putThumbnail, async ({ params, record, request }) => {
    const { id: videoId } = params;
    if (!(await findAccessRules(deps.db, videoId))) throw new AppError('VIDEO_NOT_FOUND');
    const bytes = await readPicture(request, deps);
    return { data: { thumbnail: await putOwnThumbnail(deps, { videoId, bytes, record }) } };
  });

  register(catalog.deleteThumbnail, async ({ params, record }) => ({
    data: { thumbnail: await deleteOwnThumbnail(deps, params.id, record) },
  }));
}
