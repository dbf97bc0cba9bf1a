import { because } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';

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
