import { catalog } from '@larksong/contracts';
import { createTestLogger } from '@larksong/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { readCode } from '@larksong/service-kit/codes';
import { createLinkKeys } from '../src/list-links/link-keys.ts';
import { findLinkByHash } from '../src/list-links/store.ts';
import { keepLinks } from '../src/list-links/upkeep.ts';
import { createGuest, outcomeOf, type Guest } from './guests.ts';
import { makeList } from './song-lists.ts';
import { STREAM_COOKIE_SECRET, startCatalog, type TestCatalog } from './support.ts';
import { signIn, type TestTeacher } from './teachers.ts';

let service: TestCatalog;
let member: TestTeacher;
let listId: string;
beforeAll(async () => {
  service = await startCatalog();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('song_lists').execute();
  member = await signIn(service, 'user', { username: 'mia' });
  listId = await makeList(member);
});

async function makeLink(): Promise<{ id: string; code: string }> {
  const body = { name: 'Parents' };
  const { link } = (await member.call(catalog.createLink, { params: { id: listId }, body })).data;
  return { id: link.id, code: link.code ?? '' };
}
const of = ({ id }: { id: string }) => ({ params: { id: listId, linkId: id } });
const speak = async (link: { id: string }) =>
  (await member.call(catalog.createSpokenCode, { ...of(link), body: { hours: 1 } })).data.spoken.code;

/** Types a code, and returns the answer without what is different in every answer, and the time that it took. */
async function type(guest: Guest, code: string): Promise<{ answer: string; ms: number }> {
  const startedAt = performance.now();
  const response = await guest.fetch(`${service.url}${catalog.openLink.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const body = (await response.text()).replace(/"requestId":"[^"]*"/, '');
  const ms = performance.now() - startedAt;
  const unlike = ['date', 'x-request-id', 'set-cookie'];
  const headers = [...response.headers].filter(([name]) => !unlike.includes(name));
  return { answer: JSON.stringify([response.status, headers, body]), ms };
}

describe('a code that does not open', () => {
  it('is answered with the same bytes not too early, whether mistyped, ended or taken back', async () => {
    const [ended, back, ofBoard] = [await makeLink(), await makeLink(), await makeLink()];
    const spoken = await speak(ofBoard);
    await service.db
      .updateTable('song_list_links')
      .set({ ends_at: new Date(0) })
      .where('id', '=', ended.id)
      .execute();
    await member.call(catalog.takeBackLink, of(back));
    await member.call(catalog.endSpokenCode, of(ofBoard));
    const answers = new Set<string>();
    for (const code of ['k7m4-qx2p-93hd-vt6w', 'k7m4', '', 'K7M 4QP', ended.code, back.code, spoken]) {
      const { answer, ms } = await type(createGuest(service.url), code); // each from another network
      answers.add(answer);
      expect(ms).toBeGreaterThan(240);
    }
    expect([...answers]).toEqual([expect.stringContaining('LINK_NOT_OPEN')]);
  });
});

describe('a code for the board', () => {
  it('opens its link, however it is typed, until another one replaces it', async () => {
    const link = await makeLink();
    const code = await speak(link);
    expect(code).toMatch(/^[2-9A-Z]{3} [2-9A-Z]{3}$/);
    const { links } = (await member.call(catalog.listLinks, { params: { id: listId } })).data;
    expect(links).toMatchObject([{ spoken: { code } }]);
    for (const typed of [code, code.toLowerCase(), code.replace(' ', ''), code.split('').join('-')])
      expect(await createGuest(service.url).open(typed)).toBe(link.id);
    const next = await speak(link);
    expect(await outcomeOf(createGuest(service.url).open(code))).toBe('LINK_NOT_OPEN');
    expect(await createGuest(service.url).open(next)).toBe(link.id);
  });

  it('is good for twelve hours at most, and not longer than its link', async () => {
    const link = await makeLink();
    const make = (hours: number) => member.call(catalog.createSpokenCode, { ...of(link), body: { hours } });
    for (const hours of [0, -1, 12.01]) expect(await outcomeOf(make(hours))).toBe('VALIDATION_FAILED');
    const endsAt = new Date(Date.now() + 600_000).toISOString();
    await member.call(catalog.updateLink, { ...of(link), body: { endsAt } });
    expect((await make(12)).data.spoken.endsAt).toBe(endsAt);
    await service.db
      .updateTable('song_list_links')
      .set({ ends_at: new Date(0) })
      .execute();
    expect(await outcomeOf(make(1))).toBe('CONFLICT');
  });

  it('is refused after five wrong ones in a minute to a browser, and to no other one of its network', async () => {
    const code = await speak(await makeLink());
    const network = '203.0.113.7';
    const [browser, neighbour] = [
      createGuest(service.url, { network }),
      createGuest(service.url, { network }),
    ];
    // Its first one gives it a cookie.
    for (let n = 0; n < 6; n += 1) expect(await outcomeOf(browser.open('K7M 4QP'))).toBe('LINK_NOT_OPEN');
    expect(await outcomeOf(browser.open(code))).toBe('TOO_MANY_REQUESTS');
    const refused = await browser
      .call(catalog.openLink, { body: { code } })
      .catch((error: { retryAfterSeconds?: number }) => error);
    expect(refused).toMatchObject({ retryAfterSeconds: expect.any(Number) });
    expect(await outcomeOf(neighbour.open(code))).toBe('ok');
    // Its cookie is worth nothing in another network.
    const cookie = browser.cookiesOf('/api/links/open');
    const elsewhere = createGuest(service.url, { network: '203.0.113.8', headers: { cookie } });
    expect(await outcomeOf(elsewhere.open(code))).toBe('ok');
  });

  it('is not counted among wrong ones if it has the 80 bits of a link, or is no code at all', async () => {
    const link = await makeLink();
    const guest = createGuest(service.url);
    for (let n = 0; n < 10; n += 1)
      for (const code of ['k7m4-qx2p-93hd-vt6w', 'k7m4'])
        expect(await outcomeOf(guest.open(code))).toBe('LINK_NOT_OPEN');
    expect(await guest.open(await speak(link))).toBe(link.id);
  });
});

describe('a changed secret', () => {
  it('lets a poster open with the one before, and all codes are stored with the present one soon', async () => {
    const link = await makeLink();
    const spoken = await speak(link);
    const logger = createTestLogger();
    const find = (keys: ReturnType<typeof createLinkKeys>, text: string) => {
      const code = readCode(text);
      if (!code) throw new Error('no code');
      return findLinkByHash(service.db, code.kind, keys.hashesOf(code));
    };
    const [both, alone] = [['n'.repeat(40), STREAM_COOKIE_SECRET], ['n'.repeat(40)]].map((secrets) =>
      createLinkKeys({ secrets }),
    );
    if (!both || !alone) throw new Error('no keys');
    for (const code of [link.code, spoken]) {
      expect(await find(both, code)).toBe(link.id);
      expect(await find(alone, code)).toBeUndefined();
    }
    await keepLinks({ db: service.db, keys: alone, logger }); // knows none of them, and leaves them alone
    await keepLinks({ db: service.db, keys: both, logger });
    for (const code of [link.code, spoken]) expect(await find(alone, code)).toBe(link.id);
    // The service of this test has only the secret before: it neither finds the code nor shows it.
    expect(await outcomeOf(createGuest(service.url).open(link.code))).toBe('LINK_NOT_OPEN');
    const { links } = (await member.call(catalog.listLinks, { params: { id: listId } })).data;
    expect(links).toMatchObject([{ code: null, spoken: null }]);
  });
});
