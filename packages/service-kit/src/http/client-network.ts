import { isIPv4 } from 'node:net';

import ipaddr from 'ipaddr.js';

const IPV6_PREFIX_BITS = 64;

/**
 * Returns the network by which a client is counted: an IPv4 address itself (also if written as IPv4-mapped IPv6), or the
 * /64 of an IPv6 address, since every subscriber has at least 2^64 addresses (RFC 6177). Other text is returned unchanged.
 */
export function toClientNetwork(address: string): string {
  if (isIPv4(address)) return address; // nearly every one, for every request: parsing it takes longer
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_PREFIX_BITS}`);
  return `${network.toString()}/${IPV6_PREFIX_BITS}`;
}

const SHORT_IPV4_BITS = 24;
const SHORT_IPV6_BITS = 48;

/** Returns the network of an address, which identifies no single device: a /24 of IPv4, a /48 of IPv6. */
export function toShortNetwork(address: string): string | null {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/${SHORT_IPV4_BITS}`;
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === 'ipv4' ? SHORT_IPV4_BITS : SHORT_IPV6_BITS;
  const kind = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${kind.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()}/${bits}`;
}

/** Returns whether an address is reachable over the internet, rather than private, loopback or reserved. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}
