import { catalog } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import { refuseUnchangeable } from '../videos/get-changeable.ts';
import { deleteOwnThumbnail, putOwnThumbnail, type ThumbnailDeps } from './own-thumbnail.ts';
import { readPicture } from './uploaded-picture.ts';

/** Registers the calls that upload and delete a video's own thumbnail. */
export function registerThumbnails(
  register: Register,
  deps: ThumbnailDeps & { uploadStallSeconds: number },
): void {
  register(catalog.putThumbnail, async ({ params, viewer: editor, record, request }) => {
    const { id: videoId } = params;
    await refuseUnchangeable(deps.db, videoId, editor);
    const bytes = await readPicture(request, deps);
    return { data: { thumbnail: await putOwnThumbnail(deps, { videoId, bytes }, { editor, record }) } };
  });

  register(catalog.deleteThumbnail, async ({ params, viewer: editor, record }) => ({
    data: { thumbnail: await deleteOwnThumbnail(deps, params.id, { editor, record }) },
  }));
}
