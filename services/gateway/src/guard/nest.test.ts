import {
  GUEST_COOKIE,
  NEST_COOKIE,
  NEST_MARK_COOKIE,
  NEST_STREAM_COOKIE,
  STREAM_COOKIE,
  STREAM_MARK_COOKIE,
} from '@larksong/contracts';
import { createTestIssuer } from '@larksong/service-kit/testing';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';

import { createNestGuard, hasNest } from './nest.ts';

test.each([
  [undefined, false],
  ['', false],
  [`${NEST_COOKIE}=1`, true],
  [`a=1; ${NEST_COOKIE}=`, true],
  [`a=1;${NEST_COOKIE}=1;${NEST_COOKIE}=0`, true],
  [`${NEST_COOKIE} = 1`, true],
  [NEST_COOKIE, true],
  [`${NEST_STREAM_COOKIE}=x`, true],
  [`${NEST_MARK_COOKIE}=x`, false],
  [`x${NEST_COOKIE}=1; ${NEST_COOKIE}s=1; a=${NEST_COOKIE}`, false],
])('in a browser with the cookies %j, there is a nest: %s', (cookies, isNest) => {
  expect(hasNest(cookies)).toBe(isNest);
});

test('no cookie of an account or of a guest is left in a nest', async () => {
  const { nestAuthentication } = await createTestIssuer();
  const guard = createNestGuard({
    nestAuthentication,
    nestGames: { allows: async () => true },
    recordRefusal: () => {},
  });
  const kept = [`${NEST_COOKIE}=1`, `${NEST_STREAM_COOKIE}=x`, `${NEST_MARK_COOKIE}=y`, 'language=de'];
  const removed = [`${STREAM_COOKIE}=a`, `${STREAM_MARK_COOKIE}=b`, `${GUEST_COOKIE}0=c`];
  const request = {
    headers: { authorization: 'Bearer y', cookie: [...removed, ...kept].join('; ') },
  } as FastifyRequest; // all that it reads
  guard.mark(request, '/hls/x');
  expect(request.headers).toEqual({ cookie: kept.join('; ') });
  const other = { headers: { cookie: removed.join('; ') } } as FastifyRequest; // as above
  guard.mark(other, '/hls/x');
  expect(other.headers.cookie).toBe(removed.join('; '));
});
