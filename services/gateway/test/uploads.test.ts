import { once } from 'node:events';
import { Agent } from 'node:http';

import { buildServer } from '@larksong/service-kit';
import { createTestLogger } from '@larksong/service-kit/testing';
import { readCount } from '@larksong/service-kit/testing/random';
import { describe, expect, test } from 'vitest';

import { answerOf, useGateway } from './start-gateway.ts';

const MIB = 1024 * 1024;
const chunk = Buffer.alloc(MIB, 'x');

const { catalog, gateway, start, post } = useGateway();

describe('an upload', () => {
  test('an upload that is rejected while it is being sent gets a response, and its connection is reusable', async () => {
    await start();
    catalog().handle((_request, response) => response.writeHead(403).end('{"refused":true}'));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const request = post('/api/admin/videos/upload', { 'content-length': String(20 * MIB) }, agent);
    const answer = answerOf(request);
    for (let part = 0; part < 20; part += 1) request.write(chunk);
    request.end();
    const finished = once(request, 'close');
    expect(await answer).toEqual({ status: 403, body: '{"refused":true}' });
    await finished;
    const next = post('/api/auth/login', {}, agent);
    next.end();
    expect((await answerOf(next)).status).toBe(403);
    expect(next.reusedSocket).toBe(true);
    agent.destroy();
  });

  test('a rejected upload gets a response even if the client wants the connection closed', async () => {
    await start();
    catalog().handle((_request, response) => response.writeHead(403).end('{"refused":true}'));
    const request = post('/api/admin/videos/upload', { 'content-length': String(20 * MIB) });
    const answer = answerOf(request);
    request.on('error', () => {}); // it may still be writing when the connection ends
    for (let part = 0; part < 20; part += 1) request.write(chunk);
    expect(await answer).toEqual({ status: 403, body: '{"refused":true}' });
  });

  test('an upload that a service rejects by its length always gets the reason', async () => {
    const service = buildServer({ name: 'service', logger: createTestLogger() });
    service.delete('/api/admin/uploads/1', async () => ({ success: true }));
    const origin = await service.listen({ host: '127.0.0.1', port: 0 });
    await start({}, origin);
    const body = JSON.stringify({ a: 'x'.repeat(MIB) });
    const statuses: number[] = [];
    const calls = readCount('REFUSED_UPLOADS', 10);
    for (let call = 0; call < calls; call += 1) {
      const answer = await fetch(`${gateway().baseUrl}/api/admin/uploads/1`, {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
        body,
      });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    service.server.closeAllConnections();
    await service.close();
    expect(statuses.filter((status) => status !== 413)).toEqual([]);
  });

  test('an upload that the client aborts is aborted at the service', async () => {
    await start();
    const first = Promise.withResolvers<void>();
    const broken = Promise.withResolvers<boolean>();
    catalog().handle((request) => {
      request.once('data', () => first.resolve());
      request.on('error', () => {});
      request.on('close', () => broken.resolve(request.complete));
    });
    const request = post('/api/admin/videos/upload', { 'content-length': String(200 * MIB) });
    request.on('error', () => {});
    request.write(chunk);
    await first.promise;
    request.destroy();
    expect(await broken.promise).toBe(false);
  });

  test('an upload that the service aborts gets a 503', async () => {
    await start();
    catalog().handle((request) => {
      request.once('data', () => request.socket.destroy());
    });
    const request = post('/api/admin/videos/upload', { 'transfer-encoding': 'chunked' });
    const answer = answerOf(request);
    request.write(chunk);
    expect((await answer).status).toBe(503);
    request.end();
    expect(catalog().requests).toHaveLength(1);
  });

  test('the response to an upload may take long, but not for ever', async () => {
    await start({ answerMs: 100, uploadAnswerMs: 2000 });
    catalog().handle((request, response) => {
      request.resume();
      request.on('end', () => setTimeout(() => response.end('late'), 250));
    });
    const patient = post('/api/admin/videos/upload');
    patient.end('x');
    expect(await answerOf(patient)).toEqual({ status: 200, body: 'late' });
    catalog().handle((request) => request.resume());
    const never = post('/api/admin/videos/upload');
    never.end('x');
    expect((await answerOf(never)).status).toBe(504);
  });
});
