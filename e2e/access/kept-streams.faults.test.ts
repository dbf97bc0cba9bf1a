import { openAsBlob } from 'node:fs';

import { auth, catalog } from '@larksong/contracts';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { beforeAll, describe, expect, it } from 'vitest';

import { makeClip } from '../support/clips.ts';
import { sharedSite } from '../support/shared-site.ts';
import { createMember, signInAgain, signInSuperadmin, type Account } from './people.ts';
import { rawCall } from './raw-call.ts';
import {
  ALLOWED,
  askAll,
  LIMIT_SECONDS,
  listAddresses,
  timeEnd,
  type Credentials,
  type StreamedVideo,
} from './stream-end.ts';
import { until } from './until.ts';
import { uploadFile } from './uploads.ts';

const siteUrl = sharedSite().url;
let superadmin: Account;
let named: Account;
/** Videos, all completed; the private ones are for `named`. */
let videos: { madePrivate: string; deleted: string; forNamed: string; renamed: string };

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  named = await createMember();
  const file = await openAsBlob(await makeClip({ seconds: 1, width: 128, height: 96 }));
  const publish = async (upload: { visibility: catalog.Visibility; privateUserId?: string }) => {
    const id = await uploadFile(siteUrl, superadmin, { title: 'Kept', ...upload, file });
    const read = async () => (await superadmin.call(catalog.getVideo, { params: { id } })).data.video;
    const isCompleted = async () => (await read()).status === 'completed';
    await until(isCompleted, { what: 'a video completed', withinSeconds: 240 });
    return id;
  };
  const forNamed = { visibility: 'private' as const, privateUserId: named.user.id };
  const [madePrivate, deleted, kept, renamed] = await Promise.all([
    publish({ visibility: 'public' }),
    publish({ visibility: 'public' }),
    publish(forNamed),
    publish(forNamed),
  ]);
  videos = { madePrivate, deleted, forNamed: kept, renamed };
});

const asToken = ({ accessToken }: Account): Credentials => ({ authorization: `Bearer ${accessToken}` });

async function asCookie({ accessToken }: Account): Promise<Credentials> {
  const { headers } = await rawCall(`${siteUrl}/api/videos`, 'GET', { token: accessToken });
  return { cookie: (headers.getSetCookie()[0] ?? '').split(';')[0] ?? '' };
}

/** Returns a video as its stream is asked for. */
async function toStreamed(id: string): Promise<StreamedVideo> {
  const { thumbnail } = (await superadmin.call(catalog.getVideo, { params: { id } })).data.video;
  return { siteUrl, id, thumbnail };
}
const addressesOf = async (id: string, credentials: Credentials) =>
  listAddresses(await toStreamed(id), credentials);
const endOf = async (name: string, id: string, credentials: Credentials, lose: () => Promise<unknown>) =>
  timeEnd(name, { video: await toStreamed(id), credentials, lose });

const makeSuperadmin = async () => {
  const person = await createMember();
  const params = { id: person.user.id };
  await superadmin.call(auth.updateAccount, { params, body: { role: 'superadmin' } });
  return { account: await signInAgain(siteUrl, person), params };
};

// The gateway's knowledge of a viewer expires by age, so the tests mostly wait and run concurrently.
describe.concurrent('streams that the gateway keeps in memory end with the right to watch them', () => {
  it('a stream ends for visitors when its video is made private, and continues for its user', async () => {
    const id = videos.madePrivate;
    const body = { visibility: 'private' as const, privateUserId: named.user.id };
    const makePrivate = () => superadmin.call(catalog.updateVideo, { params: { id }, body });
    expect(await endOf('made private', id, {}, makePrivate)).toBeLessThanOrEqual(LIMIT_SECONDS);
    const addresses = await addressesOf(id, asToken(named));
    expect((await askAll(addresses, await asCookie(named))).every((status) => ALLOWED.has(status))).toBe(
      true,
    );
    expect((await askAll(addresses, {})).every((status) => status === 404)).toBe(true);
  });

  it('a stream ends when its video is deleted', async () => {
    const id = videos.deleted;
    expect(
      await endOf('deleted', id, {}, () => superadmin.call(catalog.deleteVideo, { params: { id } })),
    ).toBeLessThanOrEqual(LIMIT_SECONDS);
  });

  it.runIf(isLongRun)('a private stream ends for a user who is replaced by another', async () => {
    const id = videos.renamed;
    const other = await createMember();
    const body = { visibility: 'private' as const, privateUserId: other.user.id };
    const replace = () => superadmin.call(catalog.updateVideo, { params: { id }, body });
    expect(await endOf('replaced', id, await asCookie(named), replace)).toBeLessThanOrEqual(LIMIT_SECONDS);
    const addresses = await addressesOf(id, asToken(other));
    expect((await askAll(addresses, asToken(other))).every((status) => ALLOWED.has(status))).toBe(true);
  });

  it('a private stream ends when its user signs out, and continues in another session of the user', async () => {
    const [leaving, staying] = [await signInAgain(siteUrl, named), await signInAgain(siteUrl, named)];
    const [gone, kept] = [await asCookie(leaving), await asCookie(staying)];
    const addresses = await addressesOf(videos.forNamed, kept);
    expect(
      await endOf('signed out', videos.forNamed, gone, () => leaving.call(auth.logout, {})),
    ).toBeLessThanOrEqual(LIMIT_SECONDS);
    expect((await askAll(addresses, kept)).every((status) => ALLOWED.has(status))).toBe(true);
  });

  it.runIf(isLongRun)('a private stream ends for a superadmin who is demoted', async () => {
    const { account, params } = await makeSuperadmin();
    const demote = () => superadmin.call(auth.updateAccount, { params, body: { role: 'user' } });
    expect(await endOf('demoted', videos.forNamed, asToken(account), demote)).toBeLessThanOrEqual(
      LIMIT_SECONDS,
    );
  });

  it('a private stream ends for a superadmin whose account is disabled', async () => {
    const { account, params } = await makeSuperadmin();
    const disable = () => superadmin.call(auth.updateAccount, { params, body: { isDisabled: true } });
    expect(await endOf('disabled', videos.forNamed, await asCookie(account), disable)).toBeLessThanOrEqual(
      LIMIT_SECONDS,
    );
  });
});
