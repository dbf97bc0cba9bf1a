import { game, type Call } from '@larksong/contracts';

import { CALL_TIMEOUT_MS, heed, insist } from '../units/catalog.ts';

/** What a worker says to game about one sound; every call rejects with `LostUnit` once the sound is not its own. */
export interface SoundCalls {
  /** Made once, without another try. */
  heartbeat(): Promise<void>;
  /** From now on nothing else runs in this process, so that its death would be this sound's. */
  beginAlone(signal: AbortSignal): Promise<void>;
  complete(durationSeconds: number, signal: AbortSignal): Promise<void>;
  fail(failure: { cause: 'input' | 'infrastructure'; message: string }, signal: AbortSignal): Promise<void>;
  release(signal: AbortSignal): Promise<void>;
}

/** Asks once, and is not to be broken off, as with units. */
export async function claim(call: Call, workerId: string): Promise<game.SoundAssignment | null> {
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  return (await call(game.claimSound, { body: { workerId } }, { signal })).data.sound;
}

export function soundCallsOf(call: Call, sound: game.SoundAssignment): SoundCalls {
  const params = { id: sound.id };
  const { token } = sound;
  return {
    async heartbeat() {
      const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
      await heed(() => call(game.heartbeatSound, { params, body: { token } }, { signal }));
    },
    beginAlone: (signal) =>
      insist(signal, (limit) =>
        call(game.heartbeatSound, { params, body: { token, alone: true } }, { signal: limit }),
      ),
    complete: (durationSeconds, signal) =>
      insist(signal, (limit) =>
        call(game.completeSound, { params, body: { token, durationSeconds } }, { signal: limit }),
      ),
    fail: ({ cause, message }, signal) =>
      insist(signal, (limit) =>
        call(game.failSound, { params, body: { token, cause, message } }, { signal: limit }),
      ),
    release: (signal) =>
      insist(signal, (limit) => call(game.releaseSound, { params, body: { token } }, { signal: limit })),
  };
}
