import { randomUUID } from 'node:crypto';

import type { catalog, Language } from '@larksong/contracts';
import { sql } from 'kysely';

import { saveDocument } from '../src/library/search/store.ts';
import { addTags } from '../src/library/tags/store.ts';
import { createVideo, saveUploader } from '../src/library/videos/store.ts';
import type { TestCatalog } from './support.ts';

export type State = 'processing' | 'playable' | 'completed' | 'failed';

export interface Song {
  title?: string;
  description?: string;
  visibility?: catalog.Visibility;
  privateUserId?: string;
  uploaderId?: string;
  /** Whether it still has to be approved. */
  isWaiting?: boolean;
  state?: State;
  tags?: Partial<Record<catalog.TagType, string | string[]>>;
  letters?: string[];
  language?: Language;
  createdAt?: Date;
  viewCount?: number;
  durationSeconds?: number;
}

/** Adds a video as an upload and its workers would, but at once and without files. */
export async function addSong({ db, superadmin }: TestCatalog, song: Song = {}): Promise<string> {
  const id = randomUUID();
  const { state = 'completed', visibility = 'public', uploaderId = superadmin.id } = song;
  await db.transaction().execute(async (trx) => {
    await saveUploader(trx, { id: uploaderId, username: 'olive', displayName: null });
    await createVideo(trx, {
      id,
      title: song.title ?? 'Ducks',
      description: song.description ?? '',
      visibility,
      privateUserId: visibility === 'private' ? (song.privateUserId ?? randomUUID()) : null,
      uploaderId,
      idempotencyKey: null,
      requestId: 'test',
      traceParent: null,
      resolutions: ['360p'],
      ...{ letters: song.letters ?? [], language: song.language ?? null, needsApproval: !!song.isWaiting },
      sourceKey: `videos/${id}/source`,
      sourceSizeBytes: 1,
      sourceHash: null,
    });
    await trx
      .updateTable('videos')
      .set({
        status: state === 'playable' ? 'processing' : state,
        playable_at: state === 'playable' || state === 'completed' ? new Date() : null,
        processing_error: state === 'failed' ? 'The file is cut off.' : null,
        view_count: song.viewCount ?? 0,
        duration_seconds: song.durationSeconds ?? 20,
      })
      .where('id', '=', id)
      .execute();
    await addTags(trx, id, toTags(song.tags ?? {}));
    await saveDocument(trx, id);
  });
  if (song.createdAt) {
    await sql`update videos set created_at = ${song.createdAt} where id = ${id}`.execute(db);
    await sql`update listings set created_at = ${song.createdAt} where video_id = ${id}`.execute(db);
  }
  return id;
}

function toTags(tags: Song['tags']): catalog.Tag[] {
  return Object.entries(tags ?? {}).flatMap(
    ([tagType, values]) =>
      [values].flat().map((tagValue) => ({ tagType: tagType as catalog.TagType, tagValue })), // its keys are the types
  );
}

interface Answer {
  status: number;
  body: { success: boolean; message?: string; code?: string; requestId?: string; data?: unknown };
}

export type Headers = Record<string, string>;

export interface Caller {
  get: (path: string, headers?: Headers) => Promise<Answer>;
  send: (method: string, path: string, options?: { headers?: Headers; body?: unknown }) => Promise<Answer>;
  /** Returns the videos and cursor of a list after a 200 response. */
  page: (path: string, headers?: Headers) => Promise<catalog.VideoPage>;
  titles: (path: string, headers?: Headers) => Promise<string[]>;
  video: (id: string, headers?: Headers) => Promise<catalog.Video>;
}

/** Makes calls to catalog as a browser does. */
export function callerOf(service: () => TestCatalog): Caller {
  const send: Caller['send'] = async (method, path, { headers = {}, body } = {}) => {
    const response = await fetch(service().url + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  const get: Caller['get'] = (path, headers = {}) => send('GET', path, { headers });
  const page: Caller['page'] = async (path, headers) => {
    const { status, body } = await get(path, headers);
    if (status !== 200) throw new Error(`${path}: ${status} ${body.message}`);
    return body.data as catalog.VideoPage; // the server checks it against the schema
  };
  return {
    get,
    send,
    page,
    titles: async (path, headers) => (await page(path, headers)).videos.map(({ title }) => title),
    video: async (id, headers) => {
      const { status, body } = await get(`/api/videos/${id}`, headers);
      if (status !== 200) throw new Error(`${status} ${body.message}`);
      return (body.data as { video: catalog.Video }).video; // as above
    },
  };
}

/** Returns a whole list, page by page, from its beginning or from a cursor. */
export async function readAll(
  caller: Caller,
  path: string,
  headers?: Headers,
  from: string | null = null,
  limit = 7,
): Promise<string[]> {
  const seen: string[] = [];
  let cursor = from;
  do {
    const { videos, nextCursor }: catalog.VideoPage = await caller.page(
      `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`,
      headers,
    );
    seen.push(...videos.map(({ id }) => id));
    cursor = nextCursor;
  } while (cursor !== null);
  return seen;
}
