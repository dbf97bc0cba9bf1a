/** From where an address can be opened: this machine alone, its network, or anywhere. */
export type Reach = 'machine' | 'network' | 'anywhere';

const PRIVATE = /^((10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\.[\d.]+$|\[f[cd]|\[fe[89ab])/;
/** Names that no public DNS server knows: of special use (RFC 6762, 8375), or without a dot. */
const INNER = /(\.(local|lan|home|internal|home\.arpa)|^[^.:]+)$/;

/** Returns from where a host name, as `URL` writes it, can be opened. */
export function reachOf(hostname: string): Reach {
  if (/^(localhost|.+\.localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1?\]?)$/.test(hostname)) return 'machine';
  return PRIVATE.test(hostname) || INNER.test(hostname) ? 'network' : 'anywhere';
}
