import { randomUUID } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { createTestFolder } from '@larksong/service-kit/testing';
import { firstKinds } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { describeFailure, toUnitFailure } from '../src/failure.ts';
import { runFfmpeg } from '../src/media/ffmpeg.ts';
import { probeStreams } from '../src/media/ffprobe.ts';
import type { MediaTools } from '../src/media/tools.ts';
import { createBench, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';
import { processesWith } from './support/processes.ts';

let bench: Bench;
let programs: Awaited<ReturnType<typeof createTestFolder>>;
/** Replaces a program that would end before it could be killed. */
let hanging: string;
beforeAll(async () => {
  [bench, programs] = await Promise.all([createBench(), createTestFolder()]);
  hanging = `${programs.path}/hanging`;
  await writeFile(hanging, '#!/bin/sh\nwhile :; do sleep 1; done\n');
  // Without bubblewrap, another user runs them and needs world-readable files.
  for (const open of [programs.path, hanging]) await chmod(open, 0o755);
});
afterAll(() => Promise.all([bench?.close(), programs?.remove()]));

const source = { protocol: 'http', address: 'none', failure: () => undefined, close: () => {} } as const;

/** Finds the innermost process of a run; its wrappers have the same command line. */
async function findInnermost(mark: string, program: string): Promise<number> {
  for (const end = performance.now() + 20_000; performance.now() < end;) {
    for (const pid of processesWith(mark)) {
      const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
      if (name.trim() === program) return pid;
    }
    await pause(50);
  }
  throw new Error(`${program} was not started`);
}

function toolsWith(bubblewrap: boolean): MediaTools {
  return { ...bench.tools, isolation: { ...bench.tools.isolation, bubblewrap } };
}

/** Encodes an endless video and discards the output. */
function encode(tools: MediaTools, mark: string): Promise<string> {
  const run = {
    inputOptions: ['-loglevel', 'warning', '-f', 'lavfi', '-re'],
    filter: '',
    outputs: [{ options: ['-metadata', `comment=${mark}`, '-f', 'null'], path: '-' }],
  };
  return runFfmpeg(tools, run, {
    source: { ...source, address: 'testsrc2=s=64x64:r=25' },
    workDir: bench.workRoot,
    signal: new AbortController().signal,
    timeoutMs: 60_000,
  });
}

const SIGNALS = [
  ['SIGKILL', 'infrastructure', /probably because the machine ran out of memory/],
  ['SIGSEGV', 'input', /crash/],
  ['SIGTERM', 'infrastructure', /stopped/],
  ['SIGXFSZ', 'input', /too much data/],
  ['SIGABRT', 'input', /crash/],
] as const;

const PROBES = ['ffmpeg', 'ffprobe'] as const;

describe.each(['with bubblewrap', 'without bubblewrap'])('ffmpeg %s', (kind) => {
  const hasBubblewrap = kind === 'with bubblewrap';
  const tools = () => toolsWith(hasBubblewrap);

  // The other way to start it passes on how it ended, which two signals show.
  it.each(hasBubblewrap ? SIGNALS : firstKinds('SOURCE_KINDS', 2, SIGNALS))(
    'ffmpeg killed by %s fails with the cause %s',
    async (signal, cause, sentence) => {
      const mark = randomUUID();
      const running = encode(tools(), mark).catch((error: unknown) => error);
      process.kill(await findInnermost(mark, 'ffmpeg'), signal);
      const failure = describeFailure(toUnitFailure(await running, source));
      expect(failure).toMatchObject({ cause, message: expect.stringMatching(sentence) });
    },
  );

  it.each(hasBubblewrap ? PROBES : firstKinds('SOURCE_KINDS', 1, PROBES))(
    'the file is not blamed if %s is killed while it probes',
    async (program) => {
      const address = `${programs.path}/${randomUUID()}.mkv`;
      await ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=d=1', '-c:v', 'libx264', address]);
      const probing = probeStreams(
        { ...tools(), [program]: hanging },
        {
          source: { ...source, protocol: 'file', address },
          demuxer: 'matroska',
          signal: new AbortController().signal,
          timeoutMs: 60_000,
        },
      ).catch((error: unknown) => error);
      process.kill(await findInnermost(address, 'hanging'), 'SIGKILL');
      expect(describeFailure(toUnitFailure(await probing, source)).cause).toBe('infrastructure');
    },
  );
});
