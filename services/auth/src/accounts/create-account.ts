import type { auth } from '@larksong/contracts';
import { AppError, newId } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import type { Db, Trx, UserRow } from '../db/tables.ts';
import { deleteInvitationTo } from '../invitations/store.ts';
import { createLink } from '../links/store.ts';
import { createMail } from '../mail-queue/store.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { findPasswordProblem } from '../passwords/password-rules.ts';
import { createSecret } from '../secret-token.ts';
import { refuseMixedScripts } from '../users/account.ts';
import { createUser } from '../users/store.ts';
import { refuseTaken } from './register-account.ts';

/** How the owner of a new account gets in: with a password, by a mailed link, or by a link that is passed on by hand. */
export type FirstAccess =
  | { by: 'password'; password: string }
  | { by: 'mail'; askedBy?: string | undefined }
  | { by: 'link'; tokenHash: Buffer; lifetimeHours: number };

/**
 * Creates an account for somebody else, whether or not registration is open; an invitation to the same email is deleted.
 * Until a mailed link was used, the email is not verified. `email` and `username` are normalized. Throws
 * VALIDATION_FAILED, EMAIL_TAKEN or USERNAME_TAKEN.
 */
export async function createAccountFor(
  { db, passwords, record }: { db: Db; passwords: PasswordHasher; record: RecordChange },
  given: { email: string; username: string; role: auth.GivenRole; access: FirstAccess },
): Promise<UserRow> {
  const { access, ...account } = given;
  refuseMixedScripts(account.username);
  // Nobody knows the secret, so only a link leads in.
  const password = access.by === 'password' ? access.password : createSecret();
  const problem = findPasswordProblem(password, account);
  if (problem) throw new AppError('VALIDATION_FAILED', problem);
  const passwordHash = await passwords.hash(password, { network: 'none', isKnown: true });
  return db
    .transaction()
    .execute((trx) => createAccountIn(trx, { ...account, passwordHash, access }, record));
}

/**
 * Creates an account in a transaction, as `createAccountFor` does; without a password, its hash is that of a secret. Throws
 * EMAIL_TAKEN or USERNAME_TAKEN.
 */
export async function createAccountIn(
  trx: Trx,
  given: {
    email: string;
    username: string;
    displayName?: string | null;
    role: auth.GivenRole;
    passwordHash: string;
    access: FirstAccess;
  },
  record: RecordChange,
): Promise<UserRow> {
  const { access, ...account } = given;
  const user = await createUser(trx, { id: newId(), confirmedAt: new Date(), ...account });
  if (!user) {
    await refuseTaken(trx, account);
    throw new AppError('CONFLICT'); // the conflicting account is gone again
  }
  await deleteInvitationTo(trx, user.email);
  await open(trx, user, access);
  await record(trx, {
    action: 'account.create',
    subject: { id: user.id, name: user.username },
    after: { role: account.role },
  });
  return user;
}

async function open(trx: Trx, { id, email }: UserRow, access: FirstAccess): Promise<void> {
  if (access.by === 'link') {
    const { tokenHash, lifetimeHours } = access;
    await createLink(trx, { tokenHash, lifetimeHours, userId: id, purpose: 'reset-password' });
  } else {
    const kind = access.by === 'password' ? 'verify-email' : 'welcome';
    const askedBy = access.by === 'mail' && access.askedBy !== undefined ? { askedBy: access.askedBy } : {};
    await createMail(trx, { kind, email, isCounted: false, ...askedBy });
  }
}
