import { auth } from '@larksong/contracts';
import { AppError, type Logger, type Register } from '@larksong/service-kit';
import type { Redis } from 'ioredis';

import type { Db } from '../db/tables.ts';
import type { Places } from '../known-places/place.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { announceSessions } from '../sessions/announce-ended.ts';
import { clearStreamCookie } from '../sessions/clear-stream-cookie.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { toUser } from '../users/account.ts';
import { updateDisplayName, updateLanguage } from '../users/store.ts';
import { trimFields } from '../users/trim-fields.ts';
import { changeAccountPassword } from './change-password.ts';
import { deleteOwnAccount } from './delete-account.ts';

interface ProfileDeps {
  db: Db;
  passwords: PasswordHasher;
  places: Places;
  throttle: Throttle;
  redis: Redis;
  logger: Logger;
  accessTokenSeconds: number;
  /** Notifies catalog of deleted accounts. */
  departures: { poke(): void };
}

/** Registers the calls with which members change or delete their own account. */
export function registerProfile(register: Register, deps: ProfileDeps): void {
  register(
    auth.updateProfile,
    async ({ body, viewer, reply }) => {
      reply.header('cache-control', 'no-store');
      const user = await updateDisplayName(deps.db, viewer.id, body.displayName);
      if (!user) throw new AppError('UNAUTHENTICATED');
      return { message: 'Your profile is saved.', data: { user: toUser(user) } };
    },
    { prepareBody: prepareName },
  );

  register(auth.changePassword, async ({ body, viewer, request, reply }) => {
    reply.header('cache-control', 'no-store');
    const place = deps.places.of(request);
    await changeAccountPassword(deps, { ...body, viewer, place });
    deps.places.setCookie(reply, place);
    return { message: 'Your password has been changed. You are signed out everywhere else.' };
  });

  register(auth.deleteAccount, async ({ body, viewer, record, request, reply }) => {
    reply.header('cache-control', 'no-store');
    const { password, videos } = body;
    const place = deps.places.of(request);
    const ended = await deleteOwnAccount(deps, {
      viewer,
      password,
      place,
      record,
      deletesVideos: videos === 'delete',
    });
    await announceSessions(deps, async () => ended);
    deps.departures.poke();
    clearStreamCookie(reply);
    request.log.info({ userId: viewer.id, videos }, 'an account was deleted by its owner');
    return { message: 'Your account has been deleted.' };
  });
}

/** Registers the call with which members choose their language. */
export function registerLanguage(register: Register, { db }: { db: Db }): void {
  register(auth.putOwnLanguage, async ({ body, viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    const user = await updateLanguage(db, viewer.id, body.language);
    if (!user) throw new AppError('UNAUTHENTICATED');
    return { data: { user: toUser(user) } };
  });
}

/** Trims the name; an empty one becomes null. */
function prepareName(body: unknown): void {
  trimFields(body, ['displayName']);
  if (typeof body === 'object' && body !== null && 'displayName' in body && body.displayName === '')
    body.displayName = null;
}
