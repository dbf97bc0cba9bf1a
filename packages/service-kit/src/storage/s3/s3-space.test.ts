import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { expect, test } from 'vitest';

import { createSpaceMeter, parseFreeBytes } from './s3-space.ts';

const METRICS = `# HELP minio_cluster_capacity_usable_free_bytes Total free usable capacity online in the cluster
# TYPE minio_cluster_capacity_usable_free_bytes gauge
minio_cluster_capacity_usable_free_bytes{server="127.0.0.1:9000"} 6.3806889984e+10
minio_cluster_capacity_usable_total_bytes{server="127.0.0.1:9000"} 2.7e+11
`;

test.each([
  [METRICS, 63_806_889_984],
  ['minio_cluster_capacity_usable_free_bytes 12', 12],
  ['minio_cluster_capacity_usable_free_bytes{} NaN', undefined],
  ['minio_cluster_capacity_usable_free_bytes_other 12', undefined],
  ['<html>not metrics</html>', undefined],
  ['', undefined],
])('parseFreeBytes reads the free bytes from %j', (metrics, expected) => {
  expect(parseFreeBytes(metrics)).toBe(expected);
});

test('free space excludes bytes written since the server may have counted', async () => {
  let now = 0;
  const body = 'minio_cluster_capacity_usable_free_bytes 1000\n';
  const server = createServer((socket) => {
    socket.once('data', () =>
      socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  const meter = createSpaceMeter({ url: `http://127.0.0.1:${port}/metrics`, now: () => now });
  expect(await meter.freeBytes()).toBe(1000);
  meter.noteWritten(100);
  now = 9000;
  meter.noteWritten(200);
  expect(await meter.freeBytes()).toBe(700);
  now = 15_000; // requested again: the server may have counted the first write, not the second
  expect(await meter.freeBytes()).toBe(800);
  now = 30_000;
  expect(await meter.freeBytes()).toBe(1000);
  meter.noteWritten(5000);
  expect(await meter.freeBytes()).toBe(0);
  server.close();
});

test('free space is requested once in ten seconds, and callers do not wait for an unavailable server', async () => {
  let asked = 0;
  let now = 0;
  const server = createServer((socket) => {
    socket.once('data', () => {
      asked += 1;
      const body = `minio_cluster_capacity_usable_free_bytes ${asked}000\n`;
      socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  const meter = createSpaceMeter({ url: `http://127.0.0.1:${port}/metrics`, now: () => now });
  expect(await Promise.all([meter.freeBytes(), meter.freeBytes()])).toEqual([1000, 1000]);
  now = 9999;
  expect(await meter.freeBytes()).toBe(1000);
  now = 10_000;
  expect(await meter.freeBytes()).toBe(2000);
  server.close();
  await once(server, 'close');
  now = 20_000;
  expect(await meter.freeBytes()).toBeUndefined();
  expect(await createSpaceMeter({ url: undefined }).freeBytes()).toBeUndefined();
});
