import type { IncomingHttpHeaders } from 'node:http';

export type Headers = Record<string, string | string[]>;

/** RFC 9110, section 7.6.1: these are between two neighbours and are not passed on. */
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

/** What only the gateway and the services may say: who somebody is, where a request comes from, what it really asks. */
const NOT_FROM_OUTSIDE =
  /^(x-(user|role|internal|forwarded|original|rewrite|auth|session|real|client|cluster|envoy|http-method).*|x-request-id|x-method-override|forwarded|via|true-client-ip|cf-.*|fastly-.*|x-remote-.*)$/;

/** Answered by the gateway itself (`expect`) or by the connection to the upstream (`host`). */
const OWN = new Set(['host', 'expect']);

interface Forwarding {
  clientAddress: string;
  protocol: string;
  host: string;
  requestId: string;
  hasBody: boolean;
}

/** The headers of a request as its upstream gets them. */
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
  return headers;
}

/** The headers of an upstream's answer as the client gets them; `own` are those that the gateway sets itself. */
export function toClientHeaders(given: IncomingHttpHeaders, own: ReadonlySet<string>): Headers {
  const headers: Headers = {};
  const dropped = namedByConnection(given.connection);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || dropped.has(name) || HOP_BY_HOP.has(name) || own.has(name)) continue;
    headers[name] = value;
  }
  return headers;
}

function namedByConnection(connection: string | undefined): Set<string> {
  return new Set((connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
}
