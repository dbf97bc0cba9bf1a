import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { excludeLoopback } from './no-proxy.ts';

it('this machine is added to the addresses that need no proxy, and the others stay', () => {
  const environment = { NO_PROXY: 'school.example, 127.0.0.1' };
  excludeLoopback(environment);
  const all = 'school.example,127.0.0.1,localhost,[::1]';
  expect(environment).toEqual({ NO_PROXY: all, no_proxy: all });
  const everything = { no_proxy: '*' };
  excludeLoopback(everything);
  expect(everything).toEqual({ no_proxy: '*' });
});

it('a Node that uses the proxy of its environment reaches this machine without it', async () => {
  const server = createServer((_, response) => response.end('reached')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // of a TCP server
  const program = `
    const { excludeLoopback } = await import(${JSON.stringify(import.meta.resolve('./no-proxy.ts'))});
    excludeLoopback(process.env);
    console.log(await (await fetch('http://127.0.0.1:${port}')).text());`;
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9' };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    env,
  });
  expect(stdout).toBe('reached\n');
  server.close();
});
