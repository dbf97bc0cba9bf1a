import type { IncomingHttpHeaders } from 'node:http';

export type Headers = Record<string, string | string[]>;

/** Hop-by-hop headers, which are not forwarded (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);

/** Headers that only the gateway and the services may set: identity, origin and overrides of a request. */
const NOT_FROM_OUTSIDE =
  /^(x-(user|role|internal|forwarded|original|rewrite|auth|session|real|client|cluster|envoy|http-method).*|x-request-id|x-method-override|forwarded|via|traceparent|tracestate|baggage|true-client-ip|cf-.*|fastly-.*|x-remote-.*)$/;

/** Handled by the gateway (`expect`) or the connection to the upstream (`host`). */
const OWN = new Set(['host', 'expect']);

interface Forwarding {
  clientAddress: string;
  protocol: string;
  host: string;
  requestId: string;
  /** Makes the upstream's span part of the request's trace. */
  trace: Headers;
  hasBody: boolean;
}

/** Returns the headers of a request for its upstream. */
export function toUpstreamHeaders(given: IncomingHttpHeaders, forwarding: Forwarding): Headers {
  const headers: Headers = {};
  const dropped = namedByConnection(given.connection);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || dropped.has(name) || HOP_BY_HOP.has(name) || OWN.has(name)) continue;
    if (NOT_FROM_OUTSIDE.test(name)) continue;
    if (name === 'content-length' && !forwarding.hasBody) continue;
    headers[name] = value;
  }
  headers['x-forwarded-for'] = forwarding.clientAddress;
  headers['x-forwarded-proto'] = forwarding.protocol;
  if (forwarding.host !== '') headers['x-forwarded-host'] = forwarding.host;
  headers['x-request-id'] = forwarding.requestId;
  Object.assign(headers, forwarding.trace);
  return headers;
}

/** Returns the headers of an upstream's response for the client, without those in `own`, which the gateway sets itself. */
export function toClientHeaders(given: IncomingHttpHeaders, own: ReadonlySet<string>): Headers {
  const headers: Headers = {};
  const dropped = namedByConnection(given.connection);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || dropped.has(name) || HOP_BY_HOP.has(name) || own.has(name)) continue;
    headers[name] = value;
  }
  return headers;
}

const NONE: ReadonlySet<string> = new Set();

function namedByConnection(connection: string | undefined): ReadonlySet<string> {
  if (connection === undefined || connection === 'keep-alive') return NONE; // nearly always
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}
