import { auth, catalog, game } from '@larksong/contracts';
import type { Stack } from '@larksong/local';

import { createMember, signInAgain, signInSuperadmin, type Account } from '../access/people.ts';
import { until } from '../access/until.ts';
import { uploadFile } from '../access/uploads.ts';
import { PART_BYTES, type Role } from './call-generator.ts';
import type { Known } from './values.ts';

/** Accounts and content for generated calls; both are replaced when calls destroy them. */
export interface Fixtures {
  known: Known;
  tokenOf: (role: Role) => string | undefined;
  /** Replaces accounts that were signed out, demoted or disabled. */
  replaceAccounts: () => Promise<void>;
  /** Ends a read-only mode, in which nearly all calls are refused. */
  allowChanges: () => Promise<void>;
  /** Replaces deleted videos and deletes content that calls created. */
  resetContent: () => Promise<void>;
}

const ABSENT = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1';
const WHOLE_VIDEOS = 4;

/** Creates accounts, videos and an upload on a site with at least one transcoder. */
export async function createFixtures(site: Stack, clip: Blob): Promise<Fixtures> {
  const root = await signInSuperadmin(site); // never used by generated calls, so that nothing can end its session
  const people = { member: await createMember(site.url), superadmin: await createSuperadmin(site, root) };
  const known: Known = {
    ids: {
      videos: [],
      uploads: [],
      sessions: [],
      accounts: [],
      invitations: [],
      captions: [ABSENT],
      categories: [],
      items: [],
    },
    emails: ['nobody@songs.example'],
    passwords: [],
    refreshTokens: [],
    cursors: ['eyJ2IjoxfQ', 'x'],
  };
  const replaceAccounts = async () => {
    if (!(await isUsable(people.member, 'user'))) people.member = await createMember(site.url);
    if (!(await isUsable(people.superadmin, 'superadmin')))
      people.superadmin = await createSuperadmin(site, root);
    await nameAccounts(known, people);
  };
  const resetContent = async () => {
    await deleteAllExcept(root, known.ids.videos);
    known.ids.videos = await keepVideos(root, site, { ids: known.ids.videos, clip });
    await nameContents(known, root);
    await nameGame(known, root);
  };
  await replaceAccounts();
  await resetContent();
  return {
    known,
    replaceAccounts,
    allowChanges: async () => {
      await root.call(auth.putAnnouncement, { body: { message: '', isReadOnly: false } });
      const tryChange = () => root.call(game.putGameSettings, { body: { grids: ['2x2'] } });
      await until(
        async () =>
          tryChange().then(
            () => true,
            () => false,
          ),
        {
          what: 'changes are accepted',
          withinSeconds: 20,
        },
      );
    },
    resetContent,
    tokenOf: (role) => {
      if (role === 'visitor') return undefined;
      return role === 'nobody' ? 'eyJhbGciOiJub25lIn0.e30.AAAA' : people[role].accessToken;
    },
  };
}

/** Returns whether an account is still signed in with the expected role. */
async function isUsable({ call }: Account, role: auth.Role): Promise<boolean> {
  try {
    return (await call(auth.getProfile, {})).data.user.role === role;
  } catch {
    return false;
  }
}

async function createSuperadmin(site: Stack, root: Account): Promise<Account> {
  const account = await createMember(site.url);
  await root.call(auth.updateAccount, { params: { id: account.user.id }, body: { role: 'superadmin' } });
  return signInAgain(site.url, account);
}

/** Deletes videos from generated uploads, so that lists stay short and workers idle. */
async function deleteAllExcept(root: Account, ids: string[]): Promise<void> {
  const { data } = await root.call(catalog.listVideos, { query: { limit: 100 } });
  for (const { id } of data.videos.filter((video) => !ids.includes(video.id)))
    await root.call(catalog.deleteVideo, { params: { id } });
}

async function keepVideos(
  root: Account,
  site: Stack,
  { ids, clip }: { ids: string[]; clip: Blob },
): Promise<string[]> {
  const kept: string[] = [];
  for (const id of ids) if (await isThere(root, id)) kept.push(id);
  const missing = Array.from({ length: WHOLE_VIDEOS - kept.length }, async () => {
    const id = await uploadFile(site.url, root, {
      title: 'Five little ducks',
      visibility: 'public',
      file: clip,
    });
    await until(async () => (await readStatus(root, id)) === 'completed', {
      what: 'a video completed',
      withinSeconds: 240,
    });
    return id;
  });
  kept.push(...(await Promise.all(missing)));
  return [...kept, ABSENT];
}

const readStatus = async (root: Account, id: string) =>
  (await root.call(catalog.getVideo, { params: { id } })).data.video.status;

async function isThere(root: Account, id: string): Promise<boolean> {
  try {
    return (await readStatus(root, id)) === 'completed';
  } catch {
    return false;
  }
}

async function nameAccounts(
  known: Known,
  { member, superadmin }: Record<'member' | 'superadmin', Account>,
): Promise<void> {
  const { ids } = known;
  const sessions = await superadmin.call(auth.listSessions, {});
  ids.sessions = [...sessions.data.sessions.map(({ id }) => id), ABSENT];
  ids.accounts = [member.user.id, superadmin.user.id, ABSENT];
  known.emails = [member.user.email, superadmin.user.email, 'nobody@songs.example'];
  known.passwords = ['a meadow full of larks', member.password, superadmin.password];
  known.refreshTokens = [member.refreshToken, 'x'];
  const upload = await superadmin.call(catalog.startUpload, { body: { sizeBytes: PART_BYTES } });
  ids.uploads = [upload.data.upload.id, ABSENT];
}

async function nameContents(known: Known, root: Account): Promise<void> {
  const { ids } = known;
  const email = `guest-${crypto.randomUUID()}@songs.example`;
  const invitation = await root.call(auth.createInvitation, { body: { email } });
  ids.invitations = [invitation.data.invitation.id, ABSENT];
  const [id = ABSENT] = ids.videos;
  const body = { language: 'en', label: 'English', content: 'WEBVTT\n\n00:00.000 --> 00:01.000\nQuack\n' };
  const caption = await root.call(catalog.putCaption, { params: { id }, body });
  ids.captions = [caption.data.caption.id, ABSENT];
  const page = await root.call(catalog.listVideos, { query: { limit: 1 } });
  known.cursors = [page.data.nextCursor ?? 'x', 'eyJ2IjoxfQ', 'x'];
}

/** Replaces the game's content with one letter and a pair of cards. */
async function nameGame({ ids }: Known, root: Account): Promise<void> {
  const { data } = await root.call(game.listAdminCategories, {});
  for (const { id } of data.categories) await root.call(game.deleteCategory, { params: { id } });
  const { category } = (await root.call(game.createCategory, { body: { letter: 'D' } })).data;
  const body = { categoryId: category.id, type: 'image', name: 'duck' } as const;
  const cards = [await root.call(game.createItem, { body }), await root.call(game.createItem, { body })];
  ids.categories = [category.id, category.id, ABSENT];
  ids.items = [...cards.map((card) => card.data.item.id), ABSENT];
}
