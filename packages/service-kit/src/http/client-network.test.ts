import { describe, expect, it } from 'vitest';

import { toClientNetwork, toShortNetwork } from './client-network.ts';

describe('toClientNetwork', () => {
  it.each([
    ['203.0.113.5', '203.0.113.5'],
    ['::ffff:203.0.113.5', '203.0.113.5'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('the address %s belongs to the client network %s', (address, network) => {
    expect(toClientNetwork(address)).toBe(network);
  });
});

describe('toShortNetwork', () => {
  it.each([
    ['203.0.113.5', '203.0.113.0/24'],
    ['::ffff:203.0.113.5', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['unknown', null],
    ['', null],
  ])('the address %s is shortened to %s', (address, network) => {
    expect(toShortNetwork(address)).toBe(network);
  });
});
