import { GUEST_COOKIE, NEST_COOKIE, NEST_STREAM_COOKIE, STREAM_COOKIE } from '@larksong/contracts';
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
  const request = { headers, isNest: false } as FastifyRequest; // all that it reads
  expect(credentialsOf(request)).toEqual({ headers: credentials, isNest: false });
});

test('of very many cookies of links, sixteen are sent', () => {
  const cookie = Array.from({ length: 100 }, (_, n) => `${GUEST_COOKIE}${n}=1`).join('; ');
  const { cookie: sent = '' } = credentialsOf({ headers: { cookie } } as FastifyRequest).headers; // as above
  expect(sent.split('; ')).toHaveLength(16);
});

test.each([
  [{ cookie: `${NEST_COOKIE}=x` }, `${NEST_COOKIE}=1`],
  [{ authorization: 'Bearer y', cookie: `${STREAM}; ${ONE}; ${NEST_COOKIE}=1` }, `${NEST_COOKIE}=1`],
  [{ cookie: `a=1; ${NEST_STREAM_COOKIE}=z; ${NEST_COOKIE}=1` }, `${NEST_COOKIE}=1; ${NEST_STREAM_COOKIE}=z`],
])('of a request with %j from a nest, catalog is asked with the cookie %s alone', (headers, cookie) => {
  const request = { headers, isNest: true } as FastifyRequest; // all that it reads
  expect(credentialsOf(request)).toEqual({ headers: { cookie }, isNest: true });
});
