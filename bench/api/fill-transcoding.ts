import { Client } from 'pg';

/** Newest videos whose units are not deleted yet, and their units. */
const RECENT_VIDEOS = 10_000;
const UNITS = 30;
const PROCESSING_VIDEOS = 40;
const FILMS = 5;
const UNPLANNED_VIDEOS = 5;
const FAILURES_WITH_LOG = 100;
const WORKERS = 8;

/**
 * Adds the data of the transcoding page to a filled catalog: recent videos with their units, videos in processing
 * (songs of three minutes, some films of two hours, half done), failures with logs of full length, and workers.
 */
export async function fillTranscoding(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await makeFailures(client);
    await makeProcessing(client);
    await makeUnits(client);
    await makeWorkers(client);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

async function makeFailures(client: Client): Promise<void> {
  await client.query(`
    update videos set failed_at = created_at, completed_at = null, processing_error = 'The file is cut off.',
      failure_code = (array['cut-off', 'storage', 'worker', 'other'])[1 + floor(4 * random())::integer]
    where status = 'failed'`);
  await client.query(`
    update videos set processing_log = (
      select string_agg(md5(videos.id::text || line), E'\\n') from generate_series(1, 606) line
    )
    where id in (select id from videos where status = 'failed' order by failed_at desc limit ${FAILURES_WITH_LOG})`);
}

async function makeProcessing(client: Client): Promise<void> {
  await client.query(`
    with newest as (
      select id, row_number() over (order by created_at desc, id) as n
      from videos where status = 'completed' order by created_at desc, id limit ${PROCESSING_VIDEOS}
    )
    update videos set status = 'processing', completed_at = null, started_at = now() - interval '5 minutes',
      duration_seconds = case when n <= ${FILMS} then 7200 else 180 end,
      plan = case when n <= ${PROCESSING_VIDEOS - UNPLANNED_VIDEOS}
        then jsonb_set(plan, '{durationSeconds}', case when n <= ${FILMS} then '7200' else '180' end::jsonb) end
    from newest where newest.id = videos.id`);
}

async function makeUnits(client: Client): Promise<void> {
  const columns =
    'id, video_id, attempt, kind, index, state, chunk, worker_id, claimed_at, heartbeat_at, done_at, started_count, speed';
  await client.query(`
    insert into transcode_units (${columns})
    select gen_random_uuid(), id, 1, 'video-chunk', index, 'done', '{"startSeconds": 0, "endSeconds": 24}',
      'worker-1', created_at, created_at, created_at, 1, 2
    from (
      select id, created_at from videos where status <> 'processing'
      order by created_at desc, id limit ${RECENT_VIDEOS}
    ) recent, generate_series(0, ${UNITS - 1}) index`);
  // The first half of the chunks is done, one runs, the others are due; chunk 0 stands for the plan without a plan.
  await client.query(`
    insert into transcode_units (${columns})
    select gen_random_uuid(), id, 1, case when plan is null then 'plan' else 'video-chunk' end, index, state,
      case when plan is not null then jsonb_build_object('startSeconds', 24 * index, 'endSeconds', 24 * (index + 1)) end,
      case when state = 'running' then 'worker-' || (1 + n % ${WORKERS}) end,
      now() - interval '2 minutes', now(), now() - interval '1 minute', case state when 'due' then 0 else 1 end,
      case when state <> 'due' then 2 end
    from (
      select id, plan, count, index, row_number() over () as n,
        case when plan is null or index > count / 2 then 'due' when index = count / 2 then 'running' else 'done' end
          as state
      from (select id, plan, case when plan is null then 1 else ceil(duration_seconds / 24)::integer end as count
        from videos where status = 'processing') videos, generate_series(0, count - 1) index
    ) units`);
  await client.query(`
    insert into segments (video_id, attempt, rendition, index, unit_id, token, key, init_key, size_bytes,
      start_seconds, duration_seconds)
    select id, 1, rendition, index, gen_random_uuid(), gen_random_uuid(), 'videos/' || id || '/' || rendition || index,
      'videos/' || id || '/' || rendition || '/init', 400000, 4 * index, 4
    from (
      select id, case status when 'processing' then ceil(duration_seconds / 8)::integer else 45 end as count from videos
      where plan is not null and status <> 'failed' order by created_at desc, id limit ${RECENT_VIDEOS / 5}
    ) videos, unnest('{720p,480p,360p,audio}'::text[]) rendition, generate_series(0, count - 1) index`);
}

async function makeWorkers(client: Client): Promise<void> {
  const report = {
    name: 'transcoder',
    host: 'barn',
    version: '0.1.0',
    ffmpegVersion: '7.1',
    sandboxed: true,
  };
  const slots = { heavy: 1, light: 1, sound: 1 };
  const load = { processorShare: 0.5, memoryUsedBytes: 1e9, memoryTotalBytes: 4e9 };
  // They are seen until the measurement is over.
  await client.query(
    `insert into workers (id, sandboxed, report, seen_at)
    select 'worker-' || n, true, $1::jsonb || jsonb_build_object('workerId', 'worker-' || n), now() + interval '1 day'
    from generate_series(1, ${WORKERS}) n`,
    [JSON.stringify({ ...report, slots, load, activeSounds: 0 })],
  );
  await client.query(`
    insert into queue_samples (minute, waiting, oldest_seconds)
    select date_trunc('minute', now()) - n * interval '1 minute', n, n from generate_series(0, 59) n`);
}
