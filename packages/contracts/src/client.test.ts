import { describe, expect, it } from 'vitest';

import { login } from './auth/sign-in.ts';
import { ApiError, createClient, parseAnswer, toApiError, toPath } from './client.ts';
import { getVideo, listVideos } from './catalog/videos.ts';

const ID = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1';

describe('toPath', () => {
  it('toPath fills in parameters and omits undefined ones', () => {
    expect(toPath(getVideo, { params: { id: ID } })).toBe(`/api/videos/${ID}`);
    expect(toPath(getVideo, { params: { id: '../x' } })).toBe('/api/videos/..%2Fx');
    expect(toPath(listVideos, { query: { limit: 5, cursor: undefined } })).toBe('/api/videos?limit=5');
  });
});

describe('createClient', () => {
  const answering = (status: number, body: string, headers?: Record<string, string>) =>
    createClient({
      baseUrl: '',
      fetch: async () => new Response(body, { status, ...(headers ? { headers } : {}) }),
    });

  it('the client returns the data and the message of a success', async () => {
    const call = answering(200, '{"success":true,"message":"Hello","data":{"video":{}}}');
    expect(await call(getVideo, { params: { id: ID } })).toEqual({ message: 'Hello', data: { video: {} } });
  });

  it("the client throws the server's sentence, code, status and retry-after", async () => {
    const call = answering(429, '{"success":false,"message":"Slow down","code":"TOO_MANY_REQUESTS"}', {
      'retry-after': '7',
    });
    const failure = await call(login, { body: { email: 'a@b.c', password: 'x' } }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({
      message: 'Slow down',
      code: 'TOO_MANY_REQUESTS',
      status: 429,
      retryAfterSeconds: 7,
    });
  });

  it('the client throws "Request failed" if the response has no sentence', async () => {
    await expect(answering(502, '<html>')(getVideo, { params: { id: ID } })).rejects.toMatchObject({
      message: 'Request failed',
      status: 502,
    });
  });

  it('the client throws status 0 if no response arrives', async () => {
    const call = createClient({ baseUrl: '', fetch: () => Promise.reject(new TypeError('fetch failed')) });
    await expect(call(getVideo, { params: { id: ID } })).rejects.toMatchObject({ status: 0 });
  });
});

describe('responses', () => {
  it('parseAnswer returns an object or undefined', () => {
    expect(parseAnswer('{"success":true}')).toEqual({ success: true });
    expect(parseAnswer('"success"')).toBeUndefined();
    expect(parseAnswer('null')).toBeUndefined();
    expect(parseAnswer('<html>')).toBeUndefined();
  });

  it("toApiError uses the caller's sentence if the response has none", () => {
    const answer = { message: '', code: 'TOO_BUSY' };
    const failure = toApiError(answer, {
      status: 503,
      retryAfter: '7',
      fallback: { message: 'Upload failed' },
    });
    expect(failure).toMatchObject({
      message: 'Upload failed',
      code: 'TOO_BUSY',
      status: 503,
      retryAfterSeconds: 7,
      data: answer,
    });
    expect(toApiError(undefined, { status: 502, retryAfter: null })).toMatchObject({
      message: 'Request failed',
      reason: 'call.failed',
      retryAfterSeconds: undefined,
    });
  });

  it('toApiError keeps the reason of the message and its values', () => {
    const answer = {
      message: 'A video has at most 50 tags.',
      code: 'VALIDATION_FAILED',
      reason: 'video.too-many-tags',
      values: { maximum: 50 },
    };
    const failure = toApiError(answer, { status: 400, retryAfter: null });
    expect(failure).toMatchObject({ reason: 'video.too-many-tags', values: { maximum: 50 } });
    const { values } = toApiError(
      { ...answer, values: { maximum: [50] } },
      { status: 400, retryAfter: null },
    );
    expect(values).toEqual({});
  });

  it('the message of a server without reasons has none', () => {
    const failure = toApiError({ message: 'No.' }, { status: 400, retryAfter: null });
    expect([failure.message, failure.reason, failure.values]).toEqual(['No.', undefined, {}]);
  });
});
