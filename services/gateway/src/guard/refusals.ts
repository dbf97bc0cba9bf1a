import type { FastifyRequest } from 'fastify';
import { Counter, type Registry } from 'prom-client';

/** What a request can be refused for. */
export type Limit =
  | 'session-rate'
  | 'network-rate'
  | 'pipelining'
  | 'calls'
  | 'streams'
  | 'uploads'
  | 'bodies';

/** Records that a request met a limit. */
export type NoteRefusal = (request: FastifyRequest, limit: Limit) => void;

/** Returns the function that counts refusals by limit and names the limit in the request's log lines. */
export function createNoteRefusal(registry: Registry): NoteRefusal {
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
