import { auth, createClient } from '@larksong/contracts';

import { createMember, signInSuperadmin, visitor, type Account } from '../support/accounts.ts';

export { createMember, signInSuperadmin, visitor, type Account };

/** Signs an account in again and returns the new session. */
export async function signInAgain(siteUrl: string, { user, password }: Account): Promise<Account> {
  const { data } = await visitor(siteUrl)(auth.login, { body: { email: user.email, password } });
  const headers = () => ({ authorization: `Bearer ${data.accessToken}` });
  return { ...data, password, call: createClient({ baseUrl: siteUrl, headers }) };
}
