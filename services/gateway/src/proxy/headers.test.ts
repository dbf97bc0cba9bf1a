import { describe, expect, test } from 'vitest';

import { toClientHeaders, toUpstreamHeaders } from './headers.ts';

const forwarding = {
  clientAddress: '203.0.113.5',
  protocol: 'https',
  host: 'songs.example',
  requestId: 'request-1',
  hasBody: true,
  trace: { traceparent: '00-a-b-01' },
};
const own = {
  'x-forwarded-for': '203.0.113.5',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'songs.example',
  traceparent: '00-a-b-01',
  'x-request-id': 'request-1',
};

describe('toUpstreamHeaders', () => {
  test('headers of the client are forwarded to the service', () => {
    const given = {
      accept: 'application/json',
      authorization: 'Bearer a.b.c',
      cookie: 'a=1',
      'content-type': 'text/plain',
      'content-length': '5',
      'idempotency-key': 'k',
      range: 'bytes=0-1',
      'user-agent': 'test',
    };
    expect(toUpstreamHeaders(given, forwarding)).toEqual({ ...given, ...own });
  });

  test.each([
    'x-user-id',
    'x-user',
    'x-role',
    'x-internal-token',
    'x-forwarded-for',
    'x-forwarded-prefix',
    'x-forwarded-user',
    'forwarded',
    'x-real-ip',
    'x-client-ip',
    'x-original-url',
    'x-rewrite-url',
    'x-http-method-override',
    'x-session-id',
    'x-request-id',
    'true-client-ip',
    'cf-connecting-ip',
    'via',
    'traceparent',
    'baggage',
    'connection',
    'keep-alive',
    'proxy-authorization',
    'transfer-encoding',
    'te',
    'upgrade',
    'host',
    'expect',
  ])("the client's %s header is never forwarded", (name) => {
    expect(toUpstreamHeaders({ [name]: 'made up' }, forwarding)).toEqual(own);
  });

  test("headers named by the client's connection header are dropped, but not those that the gateway adds", () => {
    const given = { connection: 'close, X-Secret, x-forwarded-for', 'x-secret': '1', accept: '*/*' };
    expect(toUpstreamHeaders(given, forwarding)).toEqual({ accept: '*/*', ...own });
  });

  test('a request without a body is forwarded without a content-length', () => {
    expect(toUpstreamHeaders({ 'content-length': '5' }, { ...forwarding, hasBody: false })).toEqual(own);
  });
});

test('responses are forwarded without hop-by-hop headers and without those that the gateway sets itself', () => {
  expect(
    toClientHeaders(
      {
        'content-type': 'video/mp4',
        'content-length': '5',
        'set-cookie': ['a=1', 'b=2'],
        'keep-alive': 'timeout=72',
        connection: 'keep-alive, x-hop',
        'x-hop': '1',
        'transfer-encoding': 'chunked',
        'x-request-id': 'other',
      },
      new Set(['x-request-id']),
    ),
  ).toEqual({ 'content-type': 'video/mp4', 'content-length': '5', 'set-cookie': ['a=1', 'b=2'] });
});
