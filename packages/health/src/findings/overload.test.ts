import type { status } from '@larksong/contracts';
import { expect, it } from 'vitest';

import type { MachineLoad, SiteFacts } from './facts.ts';
import { listLate, settleOverload } from './overload.ts';

const BUSY = { average: 56.2, processors: 2 };

/** Returns a site whose auth sees Postgres away for this reason, and whose game does not answer in time. */
function site(problem: string, load: MachineLoad): SiteFacts {
  const database = { state: 'away', problem } as status.DatabaseStatus;
  return {
    now: new Date(),
    load,
    answers: { auth: 'ok', catalog: 'ok', game: 'silent', gateway: 'ok' },
    auth: {
      process: { database, redis: null, storage: null } as unknown as status.ProcessStatus,
      figures: null,
    },
    catalog: null,
    game: null,
    gateway: null,
  }; // the rules read nothing else of it
}

it('an overloaded machine is named instead of whatever did not answer in time', () => {
  const { facts, findings } = settleOverload(site('not within 1500 ms', BUSY));
  expect(findings).toMatchObject([
    {
      id: 'machine-overloaded',
      sentence:
        'The machine is overloaded (load 56 on 2 cores): game and Postgres did not answer in time, which says nothing about them.',
    },
  ]);
  expect(facts.answers.game).toBe('ok');
  expect(facts.auth?.process.database).toBeNull();
  expect(listLate(facts)).toEqual([]);
});

it('a machine that prepares videos is not overloaded, and its late servers keep their findings', () => {
  const facts = site('not within 1500 ms', { average: 7, processors: 2 });
  expect(settleOverload(facts)).toEqual({ facts, findings: [] });
});

it('an overloaded machine hides no server that is away', () => {
  const { facts, findings } = settleOverload(site('connect ECONNREFUSED 127.0.0.1:5432', BUSY));
  expect(findings[0]?.sentence).toContain(': game did not answer in time, which says nothing about it.');
  expect(facts.auth?.process.database?.state).toBe('away');
});
