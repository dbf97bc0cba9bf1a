import { GUEST_COOKIE, STREAM_COOKIE } from '@larksong/contracts';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';

import { credentialsOf } from './rights.ts';

const STREAM = `${STREAM_COOKIE}=x`;
const [ONE, TWO] = [`${GUEST_COOKIE}b=1`, `${GUEST_COOKIE}a=2`];

test.each([
  [{}, {}],
  [{ cookie: 'a=1' }, {}],
  [{ cookie: `a=1; ${STREAM}; b=2` }, { cookie: STREAM }],
  // In whatever order a browser sends them.
  [{ cookie: `a=1; ${ONE}; ${TWO}` }, { cookie: `${TWO}; ${ONE}` }],
  [{ cookie: `${TWO};b=2; ${ONE}` }, { cookie: `${TWO}; ${ONE}` }],
  [{ cookie: `${ONE}; ${STREAM}` }, { cookie: `${STREAM}; ${ONE}` }],
  [{ cookie: `x${ONE}` }, {}],
  [{ authorization: 'Bearer y', cookie: STREAM }, { authorization: 'Bearer y' }],
  [
    { authorization: 'Bearer y', cookie: `${STREAM}; ${ONE}` },
    { authorization: 'Bearer y', cookie: ONE },
  ],
])('of a request with %j, catalog is asked with %j', (headers, credentials) => {
  expect(credentialsOf({ headers } as FastifyRequest)).toEqual(credentials); // the headers are all that it reads
});

test('of very many cookies of links, sixteen are sent', () => {
  const cookie = Array.from({ length: 100 }, (_, n) => `${GUEST_COOKIE}${n}=1`).join('; ');
  const { cookie: sent = '' } = credentialsOf({ headers: { cookie } } as FastifyRequest); // as above
  expect(sent.split('; ')).toHaveLength(16);
});
