import type { FindingSentences } from './finding-sentences.ts';

const WORKER_LOG =
  'Its log says why: logs/{name}.log in the data folder, or docker compose logs transcoder. Often the machine has too little memory: then set HEAVY_SLOTS=1, or start fewer workers.';

export const TRANSCODING_FINDINGS = {
  'no-worker': {
    sentence: 'No worker is running: new videos wait until one starts.',
    remedy:
      'Start one: npm start does so automatically; with Docker, docker compose up -d transcoder. The log of the transcoder says why it ended.',
  },
  'worker-vanished': {
    sentence: 'The worker {name} has been silent for {silentSeconds}. Its work was given to others.',
    remedy: `If it was removed on purpose, this disappears within an hour. ${WORKER_LOG}`,
  },
  'worker-restarts': {
    sentence: 'The worker {name} started {startCount} times within an hour.',
    remedy: WORKER_LOG,
  },
  'sandbox-off': {
    sentence:
      'ffmpeg runs without its sandbox on {workerNames}: a manipulated video could reach more of the machine than it should.',
    remedy:
      'Install bubblewrap and allow namespaces, as docs/operations/sandbox.md explains. SANDBOX=require then refuses to work without it.',
  },
  'queue-old': {
    sentence:
      '{unitCount, plural, one{{unitCount} piece of work waits for a worker, the oldest for {oldestSeconds}.} other{{unitCount} pieces of work wait for a worker, the oldest for {oldestSeconds}.}}',
    remedy:
      'More workers shorten the queue: WORKERS=3 npm start, or docker compose up -d --scale transcoder=4. They may also run on other machines.',
  },
  'queue-stuck': {
    sentence:
      '{unitCount, plural, one{{unitCount} piece of work is stuck: no worker is processing it, and it was not given to another one.} other{{unitCount} pieces of work are stuck: no worker is processing them, and they were not given to another one.}}',
    remedy:
      'Restart catalog. If that does not help, stop the videos on the page Transcoding and continue them.',
  },
  'videos-failing': {
    sentence:
      '{videoCount} videos failed within a day because of the site, not because of their files ({causeNames}).',
    remedy: 'The page Transcoding shows the reason for each. Fix it, then retry them there.',
  },
  'units-failing': {
    sentence:
      '{unitCount, plural, one{{unitCount} piece of work failed several times and will be tried again.} other{{unitCount} pieces of work failed several times and will be tried again.}}',
    remedy: 'The page Transcoding shows the videos with their last problem.',
  },
  'approvals-old': {
    sentence:
      '{videoCount, plural, one{{videoCount} video of a teacher has waited for its approval for {oldestSeconds}.} other{{videoCount} videos of teachers wait for their approval, the oldest for {oldestSeconds}.}}',
    remedy:
      'Approve them or send them back. A teacher who is trusted, on the page Accounts, needs no approval.',
  },
  'comments-old': {
    sentence: 'Comments wait for a decision ({commentCount}), the oldest for {oldestSeconds}.',
    remedy: 'Approve them or remove them on the page Comments.',
  },
  'comments-undecided': {
    sentence: 'Nobody has chosen yet whether members can comment on songs, so they cannot.',
    remedy: 'Choose it on the Status page, under Comments: off, shown after an approval, or shown at once.',
  },
  'flags-old': {
    sentence:
      '{flagCount, plural, one{{flagCount} report of a song has been open for {oldestSeconds}.} other{{flagCount} reports of songs are open, the oldest for {oldestSeconds}.}}',
    remedy: 'The page “Told by viewers” lists them: look at the songs, then close them with one press.',
  },
  'sounds-waiting': {
    sentence:
      '{soundCount, plural, one{{soundCount} sound of the game waits to be prepared, the oldest for {oldestSeconds}.} other{{soundCount} sounds of the game wait to be prepared, the oldest for {oldestSeconds}.}}',
    remedy:
      'A worker prepares them: check that one is running, has SOUND_SLOTS, and reaches game (GAME_URL).',
  },
} as const satisfies FindingSentences;
