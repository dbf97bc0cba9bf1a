import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';

import { createTestFolder } from '@larksong/service-kit/testing';
import { afterEach, expect, it, vi } from 'vitest';

import { findMediaTools } from '../src/media/tools.ts';

const realSetTimeout = globalThis.setTimeout;
/** Waits although timers are faked; a loop without a pause would take the processor from the program. */
const pause = (ms: number) => new Promise((resolve) => realSetTimeout(resolve, ms));

afterEach(() => {
  vi.useRealTimers();
});

it('a check that does not end on a busy machine ends the start instead of leaving out a protection', async () => {
  const folder = await createTestFolder();
  const ffmpegPath = `${folder.path}/ffmpeg`;
  const [asked, hangs] = [`${folder.path}/asked`, `${folder.path}/hangs`];
  // Runs as ffmpeg until it has listed its filters, and hangs from then on.
  const program = [
    '#!/bin/sh',
    `if [ -e '${asked}' ]; then echo > '${hangs}'; exec sleep 600; fi`,
    `if [ "$2" = -filters ]; then echo > '${asked}'; fi`,
    'exec ffmpeg "$@"',
  ];
  await writeFile(ffmpegPath, program.join('\n'));
  await chmod(ffmpegPath, 0o755);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const failure = findMediaTools({ ffmpegPath, ffprobePath: 'ffprobe', threads: 1, niceness: 0 }).then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
  while (!existsSync(hangs)) await pause(20);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await failure).toMatchObject({ message: 'A check of ffmpeg did not end within 60 s.' });
  await folder.remove();
});
