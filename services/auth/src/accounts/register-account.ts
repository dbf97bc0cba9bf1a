import { because, type auth, type Language } from '@larksong/contracts';
import { AppError, newId } from '@larksong/service-kit';

import type { Db, InvitationRow, UserRow } from '../db/tables.ts';
import { findInvitation, useInvitation } from '../invitations/store.ts';
import { createMail } from '../mail-queue/store.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { findPasswordProblem } from '../passwords/password-rules.ts';
import { hashSecret } from '../secret-token.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { normalizeEmail, normalizeUsername, refuseMixedScripts } from '../users/account.ts';
import { createUser, findTaken } from '../users/store.ts';
import { toGivenRole } from '../users/teacher.ts';

interface NewAccount {
  email: string;
  username: string;
  password: string;
  inviteToken?: string;
  language?: Language;
  /** The client's network. */
  network: string;
}

/**
 * Creates an account and queues its verification mail. With an invitation, whose link was sent to the same email, the
 * email counts as verified. Throws REGISTRATION_CLOSED, INVITATION_NEEDED, INVITATION_NOT_VALID, EMAIL_TAKEN,
 * USERNAME_TAKEN, VALIDATION_FAILED, TOO_MANY_REGISTRATIONS or TOO_BUSY.
 */
export async function registerAccount(
  deps: {
    db: Db;
    passwords: PasswordHasher;
    throttle: Pick<Throttle, 'countSiteRegistration'>;
    readRegistration: () => Promise<auth.Registration>;
  },
  given: NewAccount,
): Promise<UserRow> {
  const { db, passwords } = deps;
  const account = { email: normalizeEmail(given.email), username: normalizeUsername(given.username) };
  refuseMixedScripts(account.username);
  const invitation = await checkInvitation(deps, given.inviteToken, account.email);
  const problem = findPasswordProblem(given.password, account);
  if (problem) throw new AppError('VALIDATION_FAILED', problem);
  // Also checked before the hash, which is by far the most expensive step.
  await refuseTaken(db, account);
  const passwordHash = await passwords.hash(given.password, {
    network: given.network,
    isKnown: invitation !== undefined,
  });
  // Checked last, so that only successful registrations use up the shared limit.
  if (!invitation) await deps.throttle.countSiteRegistration();
  const { language } = given;
  const user = await createAccount(db, { ...account, language, passwordHash }, invitation);
  if (user) return user;
  await refuseTaken(db, account);
  throw new AppError('CONFLICT'); // the conflicting account is gone again
}

async function checkInvitation(
  { db, readRegistration }: { db: Db; readRegistration: () => Promise<auth.Registration> },
  token: string | undefined,
  email: string,
): Promise<InvitationRow | undefined> {
  const registration = await readRegistration();
  if (registration === 'closed') throw new AppError('REGISTRATION_CLOSED');
  if (token === undefined) {
    if (registration === 'invite') throw new AppError('INVITATION_NEEDED');
    return undefined;
  }
  const invitation = await findInvitation(db, hashSecret(token));
  if (!invitation) throw new AppError('INVITATION_NOT_VALID');
  if (invitation.email !== email)
    throw new AppError('INVITATION_NOT_VALID', because('account.invitation-for-another'));
  return invitation;
}

/** Returns undefined if the email or the username is taken; the invitation then stays unused. */
async function createAccount(
  db: Db,
  account: { email: string; username: string; language: Language | undefined; passwordHash: string },
  invitation: InvitationRow | undefined,
): Promise<UserRow | undefined> {
  return db.transaction().execute(async (trx) => {
    const user = await createUser(trx, {
      id: newId(),
      ...account,
      ...(invitation && {
        role: toGivenRole(invitation),
        emailVerifiedAt: new Date(),
        confirmedAt: new Date(),
      }),
    });
    if (!user) return undefined;
    if (!invitation) await createMail(trx, { kind: 'verify-email', email: account.email });
    else if (!(await useInvitation(trx, invitation))) throw new AppError('INVITATION_NOT_VALID');
    return user;
  });
}

/** Throws EMAIL_TAKEN or USERNAME_TAKEN if another account has one of them. */
export async function refuseTaken(db: Db, account: { email: string; username: string }): Promise<void> {
  const taken = await findTaken(db, account);
  if (taken === 'email') throw new AppError('EMAIL_TAKEN');
  if (taken === 'username') throw new AppError('USERNAME_TAKEN');
}
