import type { Call, game } from '@larksong/contracts';
import { withRequestId } from '@larksong/service-kit';

import type { LeaseCalls } from '../lease-calls.ts';
import type { Work } from '../session.ts';
import { claimSound, createSoundCalls } from './game.ts';
import { runSound } from './run-sound.ts';

/** Returns the game's sounds as work: claimed from game, and stored under the key that game assigns. */
export function createSoundWork(
  call: Call,
  workerId: string,
): Work<game.SoundAssignment, number, LeaseCalls<number>> {
  return {
    what: 'sound',
    claim: () => claimSound(call, workerId),
    describe: (sound) => ({ lane: 'sound', kind: 'sound', fields: { sound: sound.id } }),
    sourceOf: (sound) => ({ key: sound.sourceKey, sizeBytes: sound.sizeBytes }),
    report: (sound) => createSoundCalls(withRequestId(call, sound.requestId), sound),
    async run({ assignment: sound, storage, tools, source, workDir, signal, ledger }) {
      const { body, durationSeconds } = await runSound({ sound, storage, tools, source, workDir, signal });
      await ledger.put(sound.resultKey, body, 'audio/mpeg');
      return durationSeconds;
    },
  };
}
