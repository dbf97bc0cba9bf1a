import { randomInt, randomUUID } from 'node:crypto';

import { auth } from '@larksong/contracts';
import { startStopwatch } from '@larksong/service-kit/testing';

import { registerSomebody, type RunningAuth } from './start-auth.ts';

/** Returns an address in a network that no other test uses. */
export const somewhere = () =>
  `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}::${randomInt(1, 65_536).toString(16)}`;
export const unknownEmail = () => `${randomUUID()}@people.example`;

/** Creates an account that knows no place and returns its email. */
export async function newcomer(service: RunningAuth): Promise<string> {
  // Failures are counted by email, and the tests share one Redis.
  const { user } = await registerSomebody(service);
  const email = unknownEmail();
  await service.db.updateTable('users').set({ email }).where('id', '=', user.id).execute();
  return email;
}

/** Tries to sign in from an address, with a device cookie if passed. */
export async function attempt(
  service: RunningAuth,
  given: { email: string; password: string; address?: string; cookie?: string | undefined },
) {
  const { email, password, address = somewhere(), cookie } = given;
  const elapsedMs = startStopwatch();
  const response = await service.app.inject({
    method: 'POST',
    url: auth.login.path,
    headers: { 'x-forwarded-for': address, ...(cookie === undefined ? {} : { cookie }) },
    payload: { email, password },
  });
  const setCookie = response.headers['set-cookie']?.toString();
  return {
    status: response.statusCode,
    code: response.json().code as string | undefined,
    retryAfter: Number(response.headers['retry-after'] ?? 0),
    setCookie,
    /** As a browser would return it. */
    cookie: setCookie?.split(';')[0],
    /** Without stalls of the machine. */
    ms: elapsedMs(),
  };
}
