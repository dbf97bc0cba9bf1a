import { randomUUID } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import { createDatabase, createLogger } from '@larksong/service-kit';

import type { Tables as AuthTables } from '../../services/auth/src/db/tables.ts';
import { findSiteProcesses } from '../access/site-processes.ts';
import { createMember, type Account } from './accounts.ts';
import { openCatalogData } from './catalog-data.ts';

const DAY_MS = 86_400_000;

/** Creates a member who may write comments: with a verified address, and an account of a month. */
export async function createWriter(siteUrl: string): Promise<Account> {
  const member = await createMember(siteUrl);
  const auth = (await findSiteProcesses(siteUrl)).find(({ service }) => service === 'auth');
  if (!auth) throw new Error('auth does not run.');
  const logger = createLogger({ name: 'test', level: 'silent' });
  const db = createDatabase<AuthTables>({ url: auth.environment['DATABASE_URL'] ?? '', logger });
  await db
    .updateTable('users')
    .set({ email_verified_at: new Date(), created_at: new Date(Date.now() - 30 * DAY_MS) })
    .where('id', '=', member.user.id)
    .execute();
  await db.destroy();
  return member;
}

export interface AddedComment {
  text: string;
  author: Account;
  videoId: string;
  state?: 'waiting' | 'shown';
  waitingText?: string;
  heldBy?: 'words' | 'mute';
  standing?: 'uploader' | 'superadmin';
  parentId?: string;
}

/** Adds comments directly to the table, the first one as the oldest: members may write only a few a minute. Returns their ids. */
export async function addComments(siteUrl: string, added: readonly AddedComment[]): Promise<string[]> {
  const data = await openCatalogData(siteUrl);
  const rows = added.map((one, index) => {
    const state = one.state ?? 'waiting';
    const isWaiting = state === 'waiting' || one.waitingText !== undefined;
    const at = new Date(Date.now() - (added.length - index) * 60_000);
    return {
      id: randomUUID(),
      video_id: one.videoId,
      parent_id: one.parentId ?? null,
      author_id: one.author.user.id,
      standing: one.standing ?? null,
      text: one.text,
      waiting_text: one.waitingText ?? null,
      state,
      held_by: isWaiting ? (one.heldBy ?? ('setting' as const)) : null,
      is_visible: state === 'shown',
      waiting_since: isWaiting ? at : null,
      reported_at: null,
      created_at: at,
      edited_at: null,
    };
  });
  const authors = new Map(added.map(({ author }) => [author.user.id, author.user]));
  await data.db
    .insertInto('comment_authors')
    .values(
      [...authors.values()].map(({ id, username, displayName }) => ({
        id,
        username,
        display_name: displayName,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await data.db.insertInto('comments').values(rows).execute();
  await data.close();
  return rows.map(({ id }) => id);
}

/** Makes all comments of a site new: those of the last minutes may be changed. */
export async function renewComments(siteUrl: string): Promise<void> {
  const data = await openCatalogData(siteUrl);
  await data.db.updateTable('comments').set({ created_at: new Date() }).execute();
  await data.close();
}

/** Chooses whether members comment. */
export async function chooseComments(superadmin: Account, setting: catalog.CommentSetting): Promise<void> {
  await superadmin.call(catalog.putCommentSettings, { body: { setting } });
}
