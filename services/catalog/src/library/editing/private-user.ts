import { because } from '@larksong/contracts';
import { AppError, type Viewer } from '@larksong/service-kit';

import type { VideoRow } from '../../db/tables.ts';
import { findPrivateUser, type RawFields } from './fields.ts';

export interface UserDeps {
  /** Returns whether there is a user with this id; true while nobody can say. */
  isKnownUser: (userId: string) => Promise<boolean>;
}

/** Throws VALIDATION_FAILED if a video would be for a user who does not exist, so that nobody could ever watch it. */
export async function refuseUnknownUser(deps: UserDeps, raw: RawFields): Promise<void> {
  const userId = findPrivateUser(raw);
  if (userId === undefined || (await deps.isKnownUser(userId))) return;
  throw new AppError('VALIDATION_FAILED', because('video.private-user-unknown'));
}

/**
 * Returns the fields of a form as they are meant: a private video of a teacher is for that teacher, unless a superadmin
 * has chosen somebody else for `video`. Throws VALIDATION_FAILED if a teacher chooses anybody else.
 */
export function forTeacher(
  { id, role }: Viewer,
  raw: RawFields,
  video?: Pick<VideoRow, 'private_user_id' | 'wanted_private_user_id'>,
): RawFields {
  if (role === 'superadmin' || (raw['visibility'] ?? '').trim() !== 'private') return raw;
  const given = (raw['privateUserId'] ?? '').trim();
  if (given === '') return { ...raw, privateUserId: id };
  const allowed = [id, video?.private_user_id, video?.wanted_private_user_id];
  if (!allowed.includes(given.toLowerCase()))
    throw new AppError('VALIDATION_FAILED', because('video.private-for-yourself'));
  return raw;
}
