import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';

import { MediaError, type EndReason } from '../media-error.ts';
import { endReason, killAll } from './process.ts';
import { confine } from './sandbox.ts';
import type { Source } from './source.ts';
import type { MediaTools } from './tools.ts';

const LOG_BYTES = 64 * 1024;

/** Programs that prepare a source, and write it to a pipe. */
export interface RunningFeeds {
  output: Readable;
  /** Ends them, because their output is no longer needed. */
  stop: () => void;
  /** Returns why one of them failed, unless it was stopped. */
  failure: () => MediaError | undefined;
}

/** Starts the programs that write to the pipe of a source; undefined if it is read without one. */
export function startFeeds(
  tools: MediaTools,
  { fed }: Source,
  limits: { cpuSeconds: number },
): RunningFeeds | undefined {
  if (!fed) return undefined;
  const running: ChildProcess[] = [];
  let failure: MediaError | undefined;
  for (const feed of fed.feeds) {
    const before = running.at(-1)?.stdout;
    const { address, protocol } = before ? PIPE : fed.from;
    const [program = '', ...args] = [
      ...confine(tools.isolation, {
        program: tools.ffmpeg,
        readable: protocol === 'file' ? address : undefined,
        network: protocol === 'http',
        ...limits,
      }),
      ...[...feed.inputOptions, '-i', address, ...feed.outputOptions],
    ];
    const child = spawn(program, args, { stdio: [before ?? 'ignore', 'pipe', 'pipe'] });
    before?.destroy(); // the next program has it now
    running.push(child);
    onFailure(child, (reason, log) => {
      failure ??= new MediaError(reason, log.replaceAll(fed.from.address, 'source'));
    });
  }
  const output = running.at(-1)?.stdout;
  if (!output) throw new Error('no program writes to the pipe of the source');
  output.on('error', () => {}); // the reader has ended
  return {
    output,
    stop: () => {
      for (const child of running) killAll(child);
    },
    failure: () => failure,
  };
}

const PIPE = { protocol: 'pipe', address: 'pipe:0' } as const;

/** ffmpeg's complaint if the program that reads its output has ended. */
const NOBODY_READS = /Broken pipe/;

function onFailure(child: ChildProcess, take: (reason: EndReason, log: string) => void): void {
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (data: string) => {
    log = (log + data).slice(-LOG_BYTES);
  });
  child.once('error', (error) => take('exit', String(error)));
  child.once('exit', (code, signal) => {
    if (code !== 0 && !NOBODY_READS.test(log)) take(endReason({ code, signal }), log);
  });
}
