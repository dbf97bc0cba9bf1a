import { auth } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

import { startFreshAuth, SUPERADMIN } from './start-auth.ts';

/** Nobody waits for the pace of an import. */
export const PEOPLE_SETTINGS = { ...SUPERADMIN, IMPORTED_PEOPLE_PER_MINUTE: '1000000' };

interface Answer {
  status: number;
  body: {
    code?: string;
    reason?: string;
    data: { people: auth.PersonCheck[]; import: auth.PeopleImport | null };
  };
}

/** Starts auth for the tests of a file, without an import before each. */
export function usePeopleSite() {
  let service: Awaited<ReturnType<typeof startFreshAuth>>;
  let token = '';
  beforeAll(async () => {
    service = await startFreshAuth(PEOPLE_SETTINGS);
    const { SUPERADMIN_EMAIL: email, SUPERADMIN_PASSWORD: password } = SUPERADMIN;
    token = (await service.call(auth.login, { body: { email, password } })).data.accessToken;
  });
  afterAll(async () => service?.stop());
  beforeEach(async () => {
    await sql`delete from people_imports`.execute(service.db);
    await sql`delete from announcement`.execute(service.db);
  });

  const asHead = () => service.callAs(token);
  /** Sends a table as bytes, as a superadmin. */
  const send = async (path: string, table: string | Buffer, accessToken = token): Promise<Answer> => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'text/csv' };
    const response = await fetch(service.baseUrl + path, { method: 'POST', headers, body: table });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  const readImport = async () => (await asHead()(auth.getPeopleImport, {})).data.import;
  return {
    service: () => service,
    token: () => token,
    asHead,
    send,
    check: async (table: string | Buffer) =>
      (await send('/api/admin/accounts/import/check', table)).body.data.people,
    start: (table: string | Buffer, leaveOut = false) =>
      send(`/api/admin/accounts/import?leaveOut=${leaveOut}`, table),
    readImport,
    awaitEnd: () => awaitEnd(readImport),
    async findAccounts(q: string): Promise<auth.Account[]> {
      return (await asHead()(auth.listAccounts, { query: { q, limit: 100 } })).data.accounts;
    },
  };
}

/** Waits until the import has ended, and returns it. */
async function awaitEnd(read: () => Promise<auth.PeopleImport | null>): Promise<auth.PeopleImport> {
  const readEnd = async () => (await read())?.endedAt;
  await expect.poll(readEnd, { timeout: 60_000, interval: 100 }).toBeTruthy();
  const run = await read();
  if (!run) throw new Error('there is no import');
  return run;
}

/** Returns a table of `count` people whose emails end alike. */
export function tableOf(count: number, ending: string): string {
  const lines = Array.from({ length: count }, (_, n) => `person-${n}${ending},,Person ${n},user`);
  return ['email,username,name,role', ...lines].join('\n');
}
