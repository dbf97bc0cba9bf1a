import { expect, it } from 'vitest';

import { reachOf } from './reach.ts';

it.each([
  ['http://localhost:8080', 'machine'],
  ['http://barn.localhost', 'machine'],
  ['http://127.0.0.1:8080', 'machine'],
  ['http://[::1]', 'machine'],
  ['http://0.0.0.0:8080', 'machine'],
  ['http://10.0.0.3', 'network'],
  ['https://10.songs.example', 'anywhere'],
  ['https://127.songs.example', 'anywhere'],
  ['http://192.168.178.20:8080', 'network'],
  ['http://172.20.1.1', 'network'],
  ['http://169.254.7.7', 'network'],
  ['http://[fd12:3456::1]', 'network'],
  ['http://[fe80::1]', 'network'],
  ['http://barn', 'network'],
  ['http://barn.local', 'network'],
  ['http://songs.home.arpa', 'network'],
  ['https://songs.example', 'anywhere'],
  ['https://local.example', 'anywhere'],
  ['http://172.32.0.1', 'anywhere'],
  ['http://100.1.2.3', 'anywhere'],
  ['http://[2001:db8::1]', 'anywhere'],
  ['https://localhost.example', 'anywhere'],
])('the address %s can be opened from: %s', (address, reach) => {
  expect(reachOf(new URL(address).hostname)).toBe(reach);
});
