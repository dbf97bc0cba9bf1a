import { expect, it } from 'vitest';

import { auth, catalog, game, isForNest, NEST_PATHS, status, type Endpoint } from './index.ts';

const CALLS = [auth, catalog, game, status]
  .flatMap((calls) => Object.values<unknown>(calls))
  .filter(
    (value): value is Endpoint => typeof value === 'object' && value !== null && 'operationId' in value,
  );

it('calls with the token of a nest or a door, and no others, are below their own paths', () => {
  for (const { access, path, operationId } of CALLS)
    for (const [kind, prefix] of Object.entries(NEST_PATHS))
      expect(path.startsWith(prefix), operationId).toBe(access === kind);
  expect(CALLS.filter(({ access }) => isForNest(access)).length).toBeGreaterThan(10);
});

it('a browser with a nest is refused all other calls but those that lead in or out, and the game', () => {
  const others = CALLS.filter(({ access }) => !isForNest(access));
  const named = (inNest: Endpoint['inNest']) =>
    others.filter((call) => call.inNest === inNest).map(({ operationId }) => operationId);
  expect(named('open').toSorted()).toEqual(['checkNests', 'enterNests', 'login', 'openDoor', 'refreshNests']);
  expect(named('session')).toEqual([]);
  expect(named('game').toSorted()).toEqual(['dealItems', 'listCategories']);
  expect(CALLS.filter(({ access }) => isForNest(access)).map(({ inNest }) => inNest)).not.toContain('open');
  expect(CALLS.filter(({ access }) => isForNest(access)).map(({ inNest }) => inNest)).not.toContain(
    'refused',
  );
});
