import { auth, catalog } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findListProblems } from '../../infra/operate/src/check/lists-store.ts';
import { createGuest, outcomeOf } from '../../services/catalog/test/guests.ts';
import { openLink } from '../access/guest-cells.ts';
import { rawCall } from '../access/raw-call.ts';
import { until } from '../access/until.ts';
import { createMember, signInSuperadmin, type Account } from '../support/accounts.ts';
import { openCatalogData } from '../support/catalog-data.ts';
import { makeClip } from '../support/clips.ts';
import { startSite } from '../support/start-site.ts';
import { uploadUntilAccepted } from './fault-uploads.ts';
import { BUILD_MS, hasCommit, prepareOlderSite, type OlderSite } from './older-site.ts';

/** The last version without lists and links. */
const OLD = '30bfa90adf5235dfb11c835de7709b887f1b77d7';

const isHere = await hasCommit(OLD);

type Site = Awaited<ReturnType<typeof startSite>>;

/** What the newer version leaves to the older one. */
interface Left {
  /** Titles of songs that visitors do not see without links, by their ids. */
  hidden: Map<string, string>;
  open: { id: string; title: string };
  listId: string;
  linkId: string;
  code: string;
  cookie: string;
  leaving: Account;
  superadmin: { email: string; password: string };
}

describe.skipIf(!isHere)(
  `a rollback to the last version without lists${isHere ? '' : ', which this clone lacks'}`,
  () => {
    let older: OlderSite;
    let left: Left;

    const current = () => startSite({ dataDir: older.dataDir, port: older.port, workers: 1 });
    beforeAll(async () => {
      older = await prepareOlderSite(OLD);
      const site = await current();
      left = await fill(site);
      await site.stop();
    }, BUILD_MS);
    afterAll(() => older.remove());

    /** Uploads a song for everybody, one for registered people and a private one. */
    async function addSongs(site: Site, superadmin: Account): Promise<Pick<Left, 'open' | 'hidden'>> {
      const path = await makeClip({ seconds: 3, width: 160, height: 90 });
      const [open, hidden] = [{ id: '', title: 'A wren for everybody' }, new Map<string, string>()];
      open.id = await uploadUntilAccepted(site, { path, title: open.title });
      for (const visibility of ['registered', 'private'] as const) {
        const title = `A ${visibility} woodpecker`;
        hidden.set(await uploadUntilAccepted(site, { path, title }), title);
      }
      const ids = [...hidden.keys()];
      const areCompleted = async () => {
        const read = (id: string) => superadmin.call(catalog.getVideo, { params: { id } });
        const videos = await Promise.all([open.id, ...ids].map(read));
        return videos.every(({ data }) => data.video.status === 'completed');
      };
      await until(areCompleted, { what: 'the songs are completed', withinSeconds: 240 });
      for (const [index, visibility] of (['registered', 'private'] as const).entries()) {
        const body = {
          visibility,
          ...(visibility === 'private' ? { privateUserId: superadmin.user.id } : {}),
        };
        await superadmin.call(catalog.updateVideo, { params: { id: ids[index] ?? '' }, body });
      }
      return { open, hidden };
    }

    async function fill(site: Site): Promise<Left> {
      const superadmin = await signInSuperadmin(site);
      const { open, hidden } = await addSongs(site, superadmin);
      const ids = [...hidden.keys()];
      const body = { name: 'Winter', videoIds: [open.id, ...ids] };
      const { list } = (await superadmin.call(catalog.createSongList, { body })).data;
      const params = { id: list.id };
      await superadmin.call(catalog.offerSongList, { params });
      const tick = { name: 'Class 1b', showsOwn: true };
      const { link } = (await superadmin.call(catalog.createLink, { params, body: tick })).data;
      const leaving = await createMember(site.url);
      const ofOthers = { name: 'Ours', videoIds: [open.id] };
      const own = (await leaving.call(catalog.createSongList, { body: ofOthers })).data.list;
      await leaving.call(catalog.createLink, { params: { id: own.id }, body: { name: 'Grandma' } });
      const code = link.code ?? '';
      const cookie = await openLink(site.url, code);
      expect(
        (await rawCall(`${site.url}/hls/${ids[0]}/master.m3u8`, 'GET', { headers: { cookie } })).status,
      ).toBe(200);
      return {
        hidden,
        open,
        listId: list.id,
        linkId: link.id,
        code,
        cookie,
        leaving,
        superadmin: site.superadmin,
      };
    }

    it(
      'shows a guest of a link no more than any visitor, and lists and links come back with the update',
      async () => {
        const url = await older.start();
        const { hidden, open, linkId, listId, code, cookie, leaving } = left;
        const headers = { cookie };
        const texts: string[] = [];
        const get = async (path: string) => {
          const { status, text } = await rawCall(url + path, 'GET', { headers });
          texts.push(text);
          return status;
        };
        expect(await get('/api/videos?limit=100')).toBe(200);
        expect(texts[0]).toContain(open.title);
        expect(await get(`/hls/${open.id}/master.m3u8`)).toBe(200);
        for (const path of [
          `/api/links/${linkId}`,
          '/api/lists',
          `/api/lists/${listId}`,
          `/api/lists/${listId}/links`,
        ])
          expect([path, await get(path)]).toEqual([path, 404]);
        for (const path of ['/', '/songs', '/lists', `/lists/${listId}`, '/s', `/s/${code}`]) await get(path);
        for (const [id, title] of hidden) {
          for (const path of [
            `/api/videos/${id}`,
            `/hls/${id}/master.m3u8`,
            `/hls/${id}/360p/playlist.m3u8`,
            `/hls/${id}/thumbnail.jpg`,
          ])
            expect([path, await get(path)]).toEqual([path, 404]);
          await get(`/songs?v=${id}`);
          await get(`/api/videos?limit=100&q=${encodeURIComponent(title)}`);
          await get(`/api/videos/${open.id}/related?limit=50`);
        }
        const opened = await rawCall(url + catalog.openLink.path, 'POST', { body: { code }, headers });
        expect(opened.status).toBe(404);
        const leaks = [...hidden.values(), 'Winter'].filter((title) =>
          texts.some((text) => text.includes(title)),
        );
        console.log(`${texts.length} answers of the older version to a guest: ${leaks.length} leaks`);
        expect(leaks).toEqual([]);
        // It deletes videos and accounts as always.
        const [gone = ''] = hidden.keys();
        const superadmin = await signInSuperadmin({ url, superadmin: left.superadmin });
        await superadmin.call(catalog.deleteVideo, { params: { id: gone } });
        await leaving.call(auth.deleteAccount, { body: { password: leaving.password } });
        await older.stop();

        const site = await current();
        const data = await openCatalogData(site.url);
        try {
          const areForgotten = async () =>
            (
              await data.db
                .selectFrom('song_lists')
                .select('id')
                .where('owner_id', '=', leaving.user.id)
                .execute()
            ).length === 0;
          await until(areForgotten, { what: 'the lists of the deleted account are gone', withinSeconds: 60 });
          const problems = await findListProblems(
            async (text) => (await sql.raw<Record<string, unknown>>(text).execute(data.db)).rows,
          );
          expect(problems).toEqual([]);
          const guest = createGuest(site.url);
          expect(await outcomeOf(guest.open(code))).toBe('ok');
          const { songs } = await guest.list(linkId);
          expect(songs.map(({ id }) => id)).toEqual([open.id, ...[...hidden.keys()].slice(1)]);
        } finally {
          await data.close();
          await site.stop();
        }
      },
      2 * BUILD_MS,
    );
  },
);
