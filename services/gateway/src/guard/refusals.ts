import type { FastifyRequest } from 'fastify';
import { Counter, type Registry } from 'prom-client';

/** The limit for which a request was rejected. */
export type Limit =
  | 'session-rate'
  | 'network-rate'
  | 'pipelining'
  | 'calls'
  | 'streams'
  | 'uploads'
  | 'bodies';

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
  return (request, limit) => {
    refusals.inc({ limit });
    request.log = request.log.child({ limit });
  };
}
