import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { auth, catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeClip } from '../support/clips.ts';
import { startSite } from '../support/start-site.ts';
import { openLink } from './guest-cells.ts';
import { createMember, signInAgain, signInSuperadmin, type Account } from './people.ts';
import { rawCall } from './raw-call.ts';
import { ALLOWED, askAll, LIMIT_SECONDS, listAddresses, timeEnd, type StreamedVideo } from './stream-end.ts';
import { until } from './until.ts';
import { uploadFile } from './uploads.ts';

let site: Stack;
let superadmin: Account;
/** Superadmins who stop being that, one for each way. */
let leaving: Account[];
/** For registered people, so only links show it to people without an account. */
let video: StreamedVideo;

beforeAll(async () => {
  site = await startSite({ workers: 1 });
  superadmin = await signInSuperadmin(site);
  leaving = [await makeSuperadmin(), await makeSuperadmin()];
  const file = await openAsBlob(await makeClip({ seconds: 15, width: 128, height: 96 }));
  const id = await uploadFile(site.url, superadmin, { title: 'Kept', visibility: 'registered', file });
  const read = async () => (await superadmin.call(catalog.getVideo, { params: { id } })).data.video;
  const isCompleted = async () => (await read()).status === 'completed';
  await until(isCompleted, { what: 'a video completed', withinSeconds: 240 });
  video = { siteUrl: site.url, id, thumbnail: (await read()).thumbnail };
});
afterAll(() => site?.stop());

const makeSuperadmin = async (): Promise<Account> => {
  const person = await createMember(site.url);
  const params = { id: person.user.id };
  await superadmin.call(auth.updateAccount, { params, body: { role: 'superadmin' } });
  return signInAgain(site.url, person);
};

/** Makes a list with the song and a link to it, and opens it as a guest. */
async function letIn(maker: Account) {
  const body = { name: 'Winter', videoIds: [video.id] };
  const { id } = (await maker.call(catalog.createSongList, { body })).data.list;
  const ofList = { params: { id } };
  const { link } = (
    await maker.call(catalog.createLink, { ...ofList, body: { name: 'Class 1b', showsOwn: true } })
  ).data;
  const cookie = await openLink(site.url, link.code ?? '');
  return { ofList, ofLink: { params: { id, linkId: link.id } }, link, credentials: { cookie } };
}

type Guest = Awaited<ReturnType<typeof letIn>>;
const change = (maker: Account, { ofLink }: Guest, body: { endsAt?: string; showsOwn?: boolean }) =>
  maker.call(catalog.updateLink, { ...ofLink, body });
const account = (maker: Account, body: { role?: 'user'; isDisabled?: boolean }) =>
  superadmin.call(auth.updateAccount, { params: { id: maker.user.id }, body });

const ENDS: [name: string, lose: (maker: Account, guest: Guest) => Promise<unknown>][] = [
  ['the link is taken back', (maker, { ofLink }) => maker.call(catalog.takeBackLink, ofLink)],
  [
    'the song leaves the list',
    (maker, { ofList }) =>
      maker.call(catalog.removeSong, { params: { ...ofList.params, videoId: video.id } }),
  ],
  ['the list is deleted', (maker, { ofList }) => maker.call(catalog.deleteSongList, ofList)],
  ['the tick is removed', (maker, guest) => change(maker, guest, { showsOwn: false })],
  [
    'the link ends',
    async (maker, guest) => {
      const endsAt = new Date(Date.now() + 2000);
      await change(maker, guest, { endsAt: endsAt.toISOString() });
      await pause(Math.max(0, endsAt.getTime() - Date.now()));
    },
  ],
  ['its maker is demoted', (maker) => account(maker, { role: 'user' })],
  ['its maker is disabled', (maker) => account(maker, { isDisabled: true })],
];

function makerFor(name: string): Account {
  const index = ['its maker is demoted', 'its maker is disabled'].indexOf(name);
  return leaving[index] ?? superadmin;
}

// The gateway's knowledge of a guest expires by age, so the tests mostly wait and run concurrently.
describe.concurrent('a guest in the middle of a song', () => {
  it.each(ENDS)('gets nothing more of it when %s, while another guest listens on', async (name, lose) => {
    const [maker, other] = [makerFor(name), await letIn(superadmin)];
    const guest = await letIn(maker);
    const addresses = await listAddresses(video, other.credentials);
    expect(addresses.length).toBeGreaterThan(5); // several segments
    const { credentials } = guest;
    const seconds = await timeEnd(name, { video, credentials, lose: () => lose(maker, guest) });
    expect(seconds).toBeLessThanOrEqual(LIMIT_SECONDS);
    const still = await askAll(addresses, other.credentials);
    expect(still.every((status) => ALLOWED.has(status))).toBe(true);
  });
});

describe('a guest on a closed site', () => {
  it('gets nothing more when superadmins no longer allow links, and nobody gets in meanwhile', async () => {
    const put = (body: { visitors?: catalog.Visitors; links?: catalog.ClosedLinks }) =>
      superadmin.call(catalog.putSiteAccess, { body });
    await put({ visitors: 'nobody', links: 'superadmins' });
    const guest = await letIn(superadmin);
    const { credentials } = guest;
    const lose = () => put({ links: 'nobody' });
    expect(await timeEnd('links are not allowed', { video, credentials, lose })).toBeLessThanOrEqual(
      LIMIT_SECONDS,
    );
    const body = { code: guest.link.code };
    const { code } = await rawCall(site.url + catalog.openLink.path, 'POST', { body });
    expect(code).toBe('LINK_NOT_OPEN');
  });
});
