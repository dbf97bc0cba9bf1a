import type { catalog } from '@larksong/contracts';

import type { VideoRow } from '../../db/tables.ts';
import { isWider } from '../approval/approval.ts';
import type { WantedVisibility } from '../approval/store.ts';

type Asked = { visibility: catalog.Visibility; privateUserId: string | null };

/**
 * Returns who may see a video, and who is to see it, if an editor asks for a visibility, or for none (null). As long as
 * the video has not been approved, all of it is wanted only. Of an approved one, so is a wider visibility of an editor
 * who needs approval; anything else replaces what was wanted.
 */
export function decideVisibility(
  video: Pick<
    VideoRow,
    'approval' | 'visibility' | 'private_user_id' | 'wanted_visibility' | 'wanted_private_user_id'
  >,
  asked: Asked | null,
  needsApproval: boolean,
): WantedVisibility {
  const { visibility, private_user_id: privateUserId } = video;
  const present = { visibility, privateUserId };
  if (asked === null) {
    const { wanted_visibility: wanted, wanted_private_user_id: wantedUserId } = video;
    return { ...present, wanted: wanted && { visibility: wanted, privateUserId: wantedUserId } };
  }
  if (video.approval !== null) return { ...present, wanted: asked };
  if (needsApproval && isWider(asked.visibility, visibility)) return { ...present, wanted: asked };
  return { ...asked, wanted: null };
}
