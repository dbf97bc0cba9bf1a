import { openAsBlob } from 'node:fs';

import { auth, catalog } from '@larksong/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeTeacher } from '../access/every-state.ts';
import { signInAgain } from '../access/people.ts';
import { rawCall } from '../access/raw-call.ts';
import { until } from '../access/until.ts';
import { uploadFile } from '../access/uploads.ts';
import { createMember, signInSuperadmin, type Account } from '../support/accounts.ts';
import { makeClip } from '../support/clips.ts';
import { startSite } from '../support/start-site.ts';
import { BUILD_MS, hasCommit, prepareOlderSite, type OlderSite } from './older-site.ts';

/** The last version without teachers and approvals. */
const OLD = '5c2f0845941e063cadc0683699ef77a24039cad8';

const isHere = await hasCommit(OLD);

type Site = Awaited<ReturnType<typeof startSite>>;

/** What the newer version leaves to the older one. */
interface Left {
  teacher: Account;
  member: Account;
  superadmin: Site['superadmin'];
  /** Videos that a teacher wants public or registered, and that wait or were sent back. */
  unapproved: { id: string; title: string }[];
  approved: { id: string; title: string };
}

describe.skipIf(!isHere)(
  `a rollback to the last version without teachers${isHere ? '' : ', which this clone lacks'}`,
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

    async function fill(site: Site): Promise<Left> {
      const superadmin = await signInSuperadmin(site);
      const [member, account] = [await createMember(site.url), await createMember(site.url)];
      await makeTeacher(superadmin, account);
      const teacher = await signInAgain(site.url, account);
      const file = await openAsBlob(await makeClip({ seconds: 2, width: 160, height: 90 }));
      const upload = async (title: string, visibility: catalog.Visibility) => ({
        id: await uploadFile(site.url, teacher, { title, visibility, file }),
        title,
      });
      const approved = await upload('An approved avocet', 'public');
      const waiting = await upload('A waiting wagtail', 'public');
      const registered = await upload('A registered redstart', 'registered');
      const sentBack = await upload('A returned robin', 'public');
      const decide = async (
        { id }: { id: string },
        decision: { decision: 'approve' } | { decision: 'send_back'; note: string },
      ) => {
        const { data } = await superadmin.call(catalog.getVideo, { params: { id } });
        const body = { ...decision, revision: data.video.approval?.revision ?? 0 };
        await superadmin.call(catalog.decideApproval, { params: { id }, body });
      };
      await decide(approved, { decision: 'approve' });
      await decide(sentBack, { decision: 'send_back', note: 'Please shorten it.' });
      const unapproved = [waiting, registered, sentBack];
      for (const { id } of [approved, ...unapproved]) {
        const isReady = async () =>
          (await superadmin.call(catalog.getVideo, { params: { id } })).data.video.status === 'completed';
        await until(isReady, { what: 'a video of the teacher completed', withinSeconds: 240 });
      }
      return { teacher, member, superadmin: site.superadmin, unapproved, approved };
    }

    /** Returns what an account, or a visitor, finds of a video: addresses that open, and lists that name it. */
    async function findSeen(url: string, { id, title }: { id: string; title: string }, account?: Account) {
      const token = account === undefined ? {} : { token: account.accessToken };
      const own = [`/api/videos/${id}`, `/api/videos/${id}/related`, `/hls/${id}/master.m3u8`];
      const lists = ['/api/videos?limit=100', `/api/videos?limit=100&q=${encodeURIComponent(title)}`];
      const seen: string[] = [];
      for (const path of [...own, ...lists, `/songs?v=${id}`]) {
        const { status, text } = await rawCall(url + path, 'GET', token);
        if (own.includes(path) ? status === 200 : text.includes(title)) seen.push(path);
      }
      return seen;
    }

    it(
      'treats a teacher as a plain user and what waits as private, until the next update',
      async () => {
        const { teacher, member, unapproved, approved } = left;
        const url = await older.start();
        const superadmin = await signInSuperadmin({ url, superadmin: left.superadmin });
        expect((await findSeen(url, approved)).length).toBeGreaterThan(3);
        const strangers = [undefined, await signInAgain(url, member)];
        // The token that the newer version issued is as good as one of the older version, and no better.
        const teachers = [await signInAgain(url, teacher), teacher];
        for (const video of unapproved) {
          for (const account of strangers) expect(await findSeen(url, video, account)).toEqual([]);
          expect(await findSeen(url, video, superadmin)).toContain(`/api/videos/${video.id}`);
        }
        for (const { accessToken: token } of teachers) {
          const calls = [
            [catalog.updateVideo.method, `/api/admin/videos/${approved.id}`, { title: 'Mine' }],
            [catalog.deleteVideo.method, `/api/admin/videos/${approved.id}`, undefined],
            ['GET', catalog.getTranscodingStatus.path, undefined],
            [auth.listAccounts.method, auth.listAccounts.path, undefined],
          ] as const;
          for (const [method, path, body] of calls) {
            const { status } = await rawCall(url + path, method, { token, ...(body && { body }) });
            expect([method, path, status]).toEqual([method, path, 403]);
          }
        }
        expect(teachers.map(({ user }) => user.role)).toEqual(['user', 'user']);
        await older.stop();

        const site = await current();
        try {
          for (const video of unapproved) expect(await findSeen(site.url, video)).toEqual([]);
          const again = await signInSuperadmin(site);
          const counts = (await again.call(catalog.listApprovals, {})).data.counts;
          expect(counts).toEqual({ waiting: 2, sentBack: 1 });
          const back = await signInAgain(site.url, teacher);
          for (const video of unapproved)
            expect(await findSeen(site.url, video, back)).toContain(`/api/videos/${video.id}`);
        } finally {
          await site.stop();
        }
      },
      2 * BUILD_MS,
    );
  },
);
