import { join } from 'node:path';

import type { Call, game } from '@larksong/contracts';

import { LostUnit } from '../units/catalog.ts';
import { describeFailure } from '../failure.ts';
import { startHeartbeat, type Heartbeat } from '../heartbeat.ts';
import { openSource } from '../media/source.ts';
import { createFolder, removeFolder } from '../media/work-folder.ts';
import type { Outcome } from '../metrics.ts';
import { reportLoss, runAlone, type SessionDeps } from '../unit-session.ts';
import { soundCallsOf, type SoundCalls } from './game.ts';
import { runSound } from './run-sound.ts';

/** As for units, but `call` goes to game. */
export type SoundSessionDeps = Omit<SessionDeps, 'call'> & { game: Call };

/** Time for telling game how a sound ended once its heart beats no more. */
const LAST_WORDS_MS = 3000;

/** Does a claimed sound from its first heartbeat to its report, and leaves nothing behind but what game knows of. */
export async function runSoundSession(
  deps: SoundSessionDeps,
  sound: game.SoundAssignment,
  shutdown: AbortSignal,
): Promise<Outcome> {
  const logger = deps.logger.child({ reqId: sound.requestId ?? undefined, sound: sound.id });
  const begin = performance.now();
  deps.metrics.started('sound');
  logger.info('sound taken up');
  let outcome: Outcome = 'lost';
  try {
    outcome = await work({ ...deps, logger }, sound, shutdown);
  } finally {
    const seconds = (performance.now() - begin) / 1000;
    deps.metrics.ended({ lane: 'sound', kind: 'sound', outcome, seconds });
    logger.info({ outcome, seconds: Number(seconds.toFixed(2)) }, 'sound ended');
  }
  return outcome;
}

async function work(
  deps: SoundSessionDeps,
  sound: game.SoundAssignment,
  shutdown: AbortSignal,
): Promise<Outcome> {
  const calls = soundCallsOf(deps.game, sound);
  const heartbeat = startHeartbeat(calls, deps.logger);
  let isKnown = false;
  try {
    const signal = AbortSignal.any([heartbeat.lost, shutdown]);
    const run = () => prepare(deps, sound, signal);
    const prepared = sound.alone ? runAlone(deps.company, { calls, signal, run }) : run();
    const { body, durationSeconds } = await prepared;
    await deps.storage.put(sound.resultKey, body, { contentType: 'audio/mpeg' });
    isKnown = true; // before: the answer may get lost
    await calls.complete(durationSeconds, heartbeat.lost); // also while shutting down: the work is done
    return 'done';
  } catch (error) {
    if (!isKnown) await deps.storage.delete(sound.resultKey).catch(() => {}); // game sweeps what is left
    return await reportEnd(deps, { calls, heartbeat, shutdown, error });
  } finally {
    heartbeat.stop();
  }
}

async function prepare(deps: SoundSessionDeps, sound: game.SoundAssignment, signal: AbortSignal) {
  const { storage, tools } = deps;
  const { isolation } = tools;
  const workDir = await createFolder(join(deps.workRoot, sound.token), isolation);
  try {
    const wanted = { key: sound.sourceKey, sizeBytes: sound.sizeBytes, isolation };
    const source = await openSource(storage, deps.sourceServer, wanted);
    try {
      return await runSound({ sound, storage, tools, source, workDir, signal });
    } finally {
      source.close();
    }
  } finally {
    await removeFolder(workDir);
  }
}

/** Tells game about a bad end where it wants to know. */
async function reportEnd(
  deps: SoundSessionDeps,
  end: { calls: SoundCalls; heartbeat: Heartbeat; shutdown: AbortSignal; error: unknown },
): Promise<Outcome> {
  const { calls, heartbeat, shutdown, error } = end;
  if (heartbeat.lost.aborted || error instanceof LostUnit) {
    await reportLoss(deps.logger, { calls, shutdown, reason: heartbeat.lost.reason });
    return 'lost';
  }
  try {
    if (shutdown.aborted) {
      await calls.release(AbortSignal.any([heartbeat.lost, AbortSignal.timeout(LAST_WORDS_MS)]));
      return 'released';
    }
    const failure = describeFailure(error, 'sound');
    deps.logger.warn({ err: error, cause: failure.cause, log: failure.log }, 'sound failed');
    await calls.fail(failure, heartbeat.lost);
    return failure.cause;
  } catch (cause) {
    deps.logger.warn({ err: cause }, 'game could not be told how the sound ended');
    return 'lost';
  }
}
