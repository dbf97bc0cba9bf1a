import { catalog } from '@larksong/contracts';
import type { Client } from 'pg';

/** An object that the rows of a database refer to. */
export interface Reference {
  key: string;
  /** The video that it belongs to; missing for objects of the game. */
  videoId?: string;
  kind: 'source' | 'segment' | 'picture' | 'own thumbnail' | 'subtitles' | 'game';
}

/** Returns the objects that catalog's rows refer to. */
export async function listVideoObjects(client: Client): Promise<Reference[]> {
  const references: Reference[] = [];
  const videos = await client.query<VideoRow>(
    `select id, source_key, ${await hasSource(client)} as "hasSource", own_thumbnail_id, extras->>'thumbnailKey' as thumbnail,
       extras->'storyboard'->>'key' as storyboard from videos`,
  );
  for (const { id: videoId, ...video } of videos.rows) {
    if (video.hasSource) references.push({ key: video.source_key, videoId, kind: 'source' });
    for (const key of [video.thumbnail, video.storyboard])
      if (key !== null) references.push({ key, videoId, kind: 'picture' });
    if (video.own_thumbnail_id !== null) {
      const key = catalog.ownThumbnailKey(videoId, video.own_thumbnail_id);
      references.push({ key, videoId, kind: 'own thumbnail' });
    }
  }
  const segments = await client.query<{ key: string; videoId: string }>(
    `select key, video_id as "videoId" from segments union select init_key, video_id from segments`,
  );
  for (const segment of segments.rows) references.push({ ...segment, kind: 'segment' });
  const captions = await client.query<{ id: string; videoId: string; key: string | null }>(
    `select id, video_id as "videoId", key from video_captions`,
  );
  for (const { id, videoId, key } of captions.rows)
    references.push({ key: key ?? catalog.captionKey(videoId, id), videoId, kind: 'subtitles' });
  return references;
}

/** Returns the condition for a video whose uploaded file is kept. Version 1.0.0, whose databases are saved, kept all. */
async function hasSource(client: Client): Promise<string> {
  const { rowCount } = await client.query(
    `select 1 from information_schema.columns
     where table_schema = 'public' and table_name = 'videos' and column_name = 'source_removed_at'`,
  );
  return rowCount === 0 ? 'true' : 'source_removed_at is null';
}

interface VideoRow {
  id: string;
  source_key: string;
  hasSource: boolean;
  own_thumbnail_id: string | null;
  thumbnail: string | null;
  storyboard: string | null;
}

/** Returns the objects that game's rows refer to: those of the site's own pack and of all further packs. */
export async function listGameObjects(client: Client): Promise<Reference[]> {
  const { rows: found } = await client.query<{ name: string | null }>(
    `select to_regclass('public.further_pictures')::text as name`, // missing in backups of older versions
  );
  const prefixes = found[0]?.name === null ? [''] : ['', 'further_'];
  const keys = prefixes.map(
    (prefix) => `
      select key from ${prefix}pictures union select key from ${prefix}sounds
      union select source_key from ${prefix}sound_jobs
      union select key from ${prefix}pack_imports where state = 'running'`,
  );
  const { rows } = await client.query<{ key: string }>(keys.join(' union '));
  return rows.map(({ key }) => ({ key, kind: 'game' }));
}

/** Returns the keys of uploads that are not complete, and the ids of videos that are being processed. */
export async function listUnfinished(client: Client): Promise<{ keys: Set<string>; videoIds: Set<string> }> {
  const uploads = await client.query<{ key: string }>('select key from uploads');
  const videos = await client.query<{ id: string }>(`select id from videos where status = 'processing'`);
  return {
    keys: new Set(uploads.rows.map(({ key }) => key)),
    videoIds: new Set(videos.rows.map(({ id }) => id)),
  };
}

/** Returns the titles and states of videos. */
export async function listVideos(
  client: Client,
  ids: string[],
): Promise<{ id: string; title: string; status: string; hasSource: boolean }[]> {
  const { rows } = await client.query<{ id: string; title: string; status: string; hasSource: boolean }>(
    `select id, title, status, source_removed_at is null as "hasSource" from videos
     where id = any($1::uuid[]) order by id`,
    [ids],
  );
  return rows;
}
