import type { Config } from './config.ts';
import type { Db } from './db/tables.ts';
import { deleteExpiredInvitations } from './invitations/store.ts';
import { deleteUselessKeptMails } from './kept-mails/store.ts';
import { deleteRetiredKeys } from './keys/signing-key.ts';
import { deleteOldPlaces } from './known-places/store.ts';
import { deleteExpiredLinks } from './links/store.ts';
import { deleteOldCommentMails } from './mail-queue/comment-store.ts';
import { deleteOldVideoMails } from './mail-queue/video-store.ts';
import { deleteOldImports } from './people-imports/store.ts';
import { deleteEndedClassCodes } from './nests/class-code-store.ts';
import { deleteEndedInvitations } from './nests/invitation-store.ts';
import { deleteEndedNestSessions } from './nest-sessions/store.ts';
import { deleteEndedSessions } from './sessions/store.ts';
import { deleteOldFindings } from './told/findings-store.ts';
import { deleteOldTellings } from './mail-queue/telling-store.ts';

/**
 * Deletes expired sessions, also of nests, codes of classes, links, invitations, mails, imports, places, keys, and what was
 * told of problems long ago. Several processes may run it at the same time. Ends early if `signal` is aborted.
 */
export async function sweep(db: Db, config: Config, signal?: AbortSignal): Promise<void> {
  await deleteEndedSessions(db, config.SESSION_DAYS, signal);
  await deleteEndedNestSessions(db, config.NEST_SESSION_DAYS, signal);
  await deleteEndedClassCodes(db, signal);
  await deleteEndedInvitations(db, signal);
  await deleteExpiredLinks(db, signal);
  await deleteExpiredInvitations(db, signal);
  await deleteOldVideoMails(db, signal);
  await deleteOldCommentMails(db, signal);
  await deleteOldImports(db, signal);
  await deleteOldTellings(db);
  await deleteOldFindings(db);
  await deleteUselessKeptMails(db, signal);
  const { KNOWN_PLACE_DAYS: days, KNOWN_PLACES_PER_ACCOUNT: most } = config;
  await deleteOldPlaces(db, { days, most, signal });
  await deleteRetiredKeys(db, config.ACCESS_TOKEN_SECONDS);
}
