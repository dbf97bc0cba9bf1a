import { game } from '@larksong/contracts';
import { wakeDue } from '@larksong/service-kit/leases';
import { createTestLogger, emptyTestRedis } from '@larksong/service-kit/testing';
import { describeLeases, type LeaseBench } from '@larksong/service-kit/testing/leases';
import { afterAll, beforeAll } from 'vitest';

import { sounds } from '../src/sounds/leases.ts';
import { createSoundReconciler } from '../src/sounds/reconcile.ts';
import { toWakeUps } from '../src/sounds/wake-up.ts';
import { MP3, startGame, type TestGame } from './support.ts';

let service: TestGame;
let bench: LeaseBench<game.SoundAssignment>;
beforeAll(async () => {
  service = await startGame();
  bench = createBench(service);
});
afterAll(() => service.stop());

describeLeases('sound', () => bench);

function createBench({ db, queue, storage, internal }: TestGame): LeaseBench<game.SoundAssignment> {
  const report = ({ id, token }: { id: string; token: string }) => ({ params: { id }, body: { token } });
  const names = ['apple', 'ant', 'anchor'];
  let letter: game.AdminCategory;
  let added = 0;
  return {
    db,
    table: 'sound_jobs',
    sentences: {
      tooManyTries:
        'This sound could not be prepared after 5 tries. Please upload it again later. (It failed.)',
      tooManyDeaths:
        'This file crashed the converter twice, so conversion was stopped. Please save it again in another format.',
    },
    async clear() {
      await service.clear();
      await emptyTestRedis(11);
      letter = await service.addLetter('A');
      added = 0;
    },
    async add() {
      const name = names[added] ?? '';
      const item = await service.addItem(letter, name);
      await service.call('PUT', `/api/admin/game/media/${item.id}/sound`, { binary: MP3 });
      added += 1;
      const ofName = db.selectFrom('sound_jobs').select('id').where('name', '=', name);
      return (await ofName.executeTakeFirstOrThrow()).id;
    },
    claim: async (workerId) => (await internal(game.claimSound, { body: { workerId } })).data.sound,
    async heartbeat(work, more) {
      const { params, body } = report(work);
      return (await internal(game.heartbeatSound, { params, body: { ...body, ...more } })).data.stop;
    },
    async complete(work) {
      await storage.put(work.resultKey, Buffer.from('prepared'));
      const { params, body } = report(work);
      return (await internal(game.completeSound, { params, body: { ...body, durationSeconds: 1.5 } })).data
        .stop;
    },
    async fail(work, failure) {
      const { params, body } = report(work);
      return (await internal(game.failSound, { params, body: { ...failure, ...body } })).data.stop;
    },
    release: async (work) => (await internal(game.releaseSound, report(work))).data.stop,
    async findGivenUp(id) {
      const ofId = db.selectFrom('sound_jobs').select(['state', 'error']).where('id', '=', id);
      const { state, error } = await ofId.executeTakeFirstOrThrow();
      return state === 'failed' ? (error ?? '') : undefined;
    },
    expire: () => db.transaction().execute((trx) => sounds.expire(trx, -1)),
    createReconciler: (now) =>
      createSoundReconciler({
        db,
        queue,
        logger: createTestLogger(),
        heartbeatTimeoutSeconds: 12,
        onLost: () => {},
        now,
      }),
    wake: () => wakeDue(db, toWakeUps(queue), 0),
    liveJobIds: () => queue.liveJobIds(),
    emptyRedis: async () => {
      await emptyTestRedis(11);
    },
  };
}
