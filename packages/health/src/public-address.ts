import { once } from 'node:events';
import { request as requestByHttp, type IncomingMessage } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { checkServerIdentity, TLSSocket } from 'node:tls';

import type { status } from '@larksong/contracts';

const TIMEOUT_MS = 3000;
const MAX_ANSWER_BYTES = 10_000;

/**
 * Calls the site at its public address and returns how it answers, with the certificate of an https address. The issuer is
 * not checked, since a school may have its own. Never rejects.
 */
export async function probePublicAddress(publicUrl: string): Promise<status.PublicAddress> {
  const url = new URL('/healthz', publicUrl);
  let certificate: status.PublicAddress['certificate'] = null;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const send = url.protocol === 'https:' ? requestByHttps : requestByHttp;
    const sent = send(url, { signal, agent: false, rejectUnauthorized: false });
    sent.on('error', () => {}); // `once` reports it
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage]; // the event's own argument
    certificate = readCertificate(response, url.hostname);
    const answer = isShort(response) ? await text(response) : '';
    response.destroy();
    if (isLarksong(answer)) return { state: 'ok', problem: null, certificate };
    return { state: 'elsewhere', problem: `status ${response.statusCode}`, certificate };
  } catch (error) {
    return { state: 'unreachable', problem: describe(error), certificate };
  }
}

function isShort({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) <= MAX_ANSWER_BYTES;
}

function isLarksong(answer: string): boolean {
  try {
    const value: unknown = JSON.parse(answer);
    return typeof value === 'object' && value !== null && 'status' in value && value.status === 'alive';
  } catch {
    return false;
  }
}

function readCertificate({ socket }: IncomingMessage, hostname: string): status.PublicAddress['certificate'] {
  if (!(socket instanceof TLSSocket)) return null;
  const certificate = socket.getPeerCertificate();
  const wrongName = checkServerIdentity(hostname, certificate);
  const { CN } = certificate.subject;
  const name = CN === undefined ? null : [CN].flat().join(', ');
  return {
    validFrom: new Date(certificate.valid_from).toISOString(),
    validUntil: new Date(certificate.valid_to).toISOString(),
    problem: wrongName ? `it is for ${name ?? 'another name'}, not for ${hostname}` : null,
    ...(wrongName ? { name } : {}),
  };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `no answer within ${TIMEOUT_MS} ms`;
  return error.message;
}
