import { auth, catalog, NEST_COOKIE, type Input } from '@larksong/contracts';
import type { Page } from 'playwright-core';

import type { Account } from './accounts.ts';
import { openPage, type OpenedPage } from './browser.ts';
import { sharedSite } from './shared-site.ts';

export const NEST_PIN = '4711';

interface NestWanted {
  nickname: string;
  listId: string;
  /** Minutes of each day; null without a limit. */
  minutes: number | null;
}

/** Makes a nest of a member that shows one list, without the pages for it. Returns its id. */
export async function makeNestOf(
  member: Account,
  { nickname, listId, minutes }: NestWanted,
): Promise<string> {
  const body = { animal: 'fox', ground: 'lake', nickname } as const;
  const { id } = (await member.call(auth.createNest, { body })).data.nest;
  const rule: Input<typeof catalog.putNestRule>['body']['rule'] = {
    rows: [{ id: crypto.randomUUID(), kind: 'list', listId, isLearning: false }],
    hiddenVideoIds: [],
    allowsSearch: false,
    volume: 100,
    game: { isOn: false, letters: [], says: 'letter', largest: '4x4' },
    time: {
      zone: 'Europe/Berlin',
      minutes: minutes === null ? null : Array.from({ length: 7 }, () => minutes),
      hours: null,
      countsLearning: false,
      countsGame: false,
      countsStill: false,
    },
  };
  await member.call(catalog.putNestRule, { params: { id }, body: { rule, version: 0 } });
  return id;
}

/** Hands a new browser over to nests, whose PIN is `NEST_PIN` then, and opens it on them. */
export async function openHandedOver(
  member: Account,
  nestIds: string[],
  options: Parameters<typeof openPage>[0] = {},
): Promise<OpenedPage> {
  await member.call(auth.setNestPin, { body: { pin: NEST_PIN, password: member.password } });
  const { data } = await member.call(auth.handOver, { body: { nestIds, canSwitch: true } });
  const opened = await openPage(options);
  const context = opened.page.context();
  // As the answer sets it in the browser that makes the call.
  await context.addCookies([{ name: NEST_COOKIE, value: '1', url: sharedSite().url, httpOnly: true }]);
  await context.addInitScript(keepOnce, JSON.stringify(data));
  await opened.page.goto('/nest');
  return opened;
}

/** Runs in the page. Later pages keep what has followed. */
function keepOnce(session: string): void {
  if (!localStorage.getItem('nest.session')) localStorage.setItem('nest.session', session);
}

/** Returns the second at which the song is. */
export async function secondOf(page: Page): Promise<number> {
  return page.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime);
}
