import { game, type Call } from '@larksong/contracts';

import { CALL_TIMEOUT_MS, createLeaseCalls, type LeaseCalls } from '../lease-calls.ts';

/** Claims a sound; returns null if none is due. Must not be interrupted, as with `claimUnit`. */
export async function claimSound(call: Call, workerId: string): Promise<game.SoundAssignment | null> {
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  return (await call(game.claimSound, { body: { workerId } }, { signal })).data.sound;
}

/** Returns the calls that report to game about a sound; the result is its duration in seconds. */
export function createSoundCalls(call: Call, sound: game.SoundAssignment): LeaseCalls<number> {
  const params = { id: sound.id };
  const { token } = sound;
  return createLeaseCalls<number>({
    heartbeat: (sign, signal) => {
      const alone = 'alone' in sign ? { alone: true } : {};
      return call(game.heartbeatSound, { params, body: { token, ...alone } }, { signal });
    },
    complete: (durationSeconds, signal) =>
      call(game.completeSound, { params, body: { token, durationSeconds } }, { signal }),
    fail: ({ cause, message, reason }, signal) =>
      call(
        game.failSound,
        { params, body: { token, cause, message, ...(reason ? { reason } : {}) } },
        { signal },
      ),
    release: (signal) => call(game.releaseSound, { params, body: { token } }, { signal }),
  });
}
