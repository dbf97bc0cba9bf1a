import type { FastifyRequest } from 'fastify';
import { Counter, type Registry } from 'prom-client';

const LIMITS = [
  'account-rate',
  'members-rate',
  'network-rate',
  'pipelining',
  'calls',
  'streams',
  'uploads',
  'bodies',
  'maintenance',
] as const;
/** The limit for which a request was rejected; `maintenance`: the site is read-only. */
export type Limit = (typeof LIMITS)[number];

/** Records that a request met a limit. */
export type RecordRejection = (request: FastifyRequest, limit: Limit) => void;

/** Returns the function that counts rejections by limit and adds the limit to the request's log lines. */
export function createRecordRejection(registry: Registry): RecordRejection {
  const refusals = new Counter({
    name: 'gateway_refused_requests_total',
    help: 'Requests refused, by the limit that they met',
    labelNames: ['limit'],
    registers: [registry],
  });
  for (const limit of LIMITS) refusals.inc({ limit }, 0);
  return (request, limit) => {
    refusals.inc({ limit });
    request.log = request.log.child({ limit });
  };
}
