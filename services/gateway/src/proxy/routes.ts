import { createSlots, type SlotLimits } from '@larksong/service-kit';
import type { FastifyInstance, HTTPMethods, RouteHandlerMethod } from 'fastify';

import type { Limit, RecordRejection } from '../guard/refusals.ts';
import { createConnections } from './connections.ts';
import { forward, type ForwardLimits, type ForwardOptions } from './forward.ts';
import { routesOf, UPSTREAMS, type Kind, type Service, type Upstream } from './upstreams.ts';

interface ProxyDeps {
  /** Origins of the services. */
  origins: Record<Service, string>;
  bodyLimitBytes: number;
  /** Connections to each service by kind, and concurrent requests of each client network. */
  slots: Record<Kind, SlotLimits>;
  /** Concurrent calls of one account to each service. */
  callsPerAccount: number;
  /** Bodies above 64 KiB held in memory at the same time, in all and for each client network. */
  largeBodies: SlotLimits;
  ownHeaders: ReadonlySet<string>;
  recordRejection: RecordRejection;
  timeouts: ProxyTimeouts;
}

export interface ProxyTimeouts {
  connectMs: number;
  /** Timeout for the whole body of a call, and between two chunks of an upload. */
  bodyMs: number;
  answerMs: number;
  /** Timeout from the last byte of an upload to its response, while its parts are assembled. */
  uploadAnswerMs: number;
  /** Timeout between two chunks of a response. */
  answerStallMs: number;
}

export const PROXY_TIMEOUTS: ProxyTimeouts = {
  connectMs: 1000,
  bodyMs: 30_000,
  answerMs: 5000,
  uploadAnswerMs: 60_000,
  answerStallMs: 30_000,
};

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const SLOT_LIMIT: Record<Kind, Limit> = { api: 'calls', upload: 'uploads', media: 'streams' };

/**
 * Registers a route for each upstream; each service and kind has its own connections. Returns the handlers by prefix, for
 * routes that forward only a part of their requests.
 */
export function registerProxy(
  app: FastifyInstance,
  options: ProxyDeps,
): ReadonlyMap<string, RouteHandlerMethod> {
  const lanes = createLanes(options);
  const largeBodies = createSlots(options.largeBodies);
  app.addHook('onClose', async () => {
    await Promise.all([...lanes.values()].map(({ connections }) => connections.destroy()));
  });

  const handlers = new Map<string, RouteHandlerMethod>();
  const limits = limitsOf(options);
  for (const upstream of UPSTREAMS) {
    const lane = lanes.get(laneOf(upstream));
    if (lane === undefined) continue;
    const forwarding: ForwardOptions = {
      ...lane,
      slotLimit: SLOT_LIMIT[upstream.kind],
      largeBodies,
      limits: limits[upstream.kind],
      ownHeaders: options.ownHeaders,
      recordRejection: options.recordRejection,
    };
    const handler: RouteHandlerMethod = (request, reply) => forward(request, reply, forwarding);
    handlers.set(upstream.prefix, handler);
    for (const url of routesOf(upstream)) app.route({ method: METHODS, url, handler });
  }
  return handlers;
}

type Lane = Pick<ForwardOptions, 'connections' | 'slots' | 'accountSlots'>;

function laneOf({ service, kind }: Upstream): string {
  return `${service} ${kind}`;
}

/** Opens the connections, separately for each kind, so that long streams and uploads never occupy those of calls. */
function createLanes({ origins, slots, callsPerAccount, timeouts }: ProxyDeps): Map<string, Lane> {
  const lanes = new Map<string, Lane>();
  for (const upstream of UPSTREAMS) {
    if (lanes.has(laneOf(upstream))) continue;
    const connections = createConnections(origins[upstream.service], {
      count: slots[upstream.kind].total,
      connectMs: timeouts.connectMs,
      stallMs: timeouts.answerStallMs,
    });
    lanes.set(laneOf(upstream), {
      connections,
      slots: createSlots(slots[upstream.kind]),
      accountSlots:
        upstream.kind === 'api' ? createSlots({ total: Infinity, perKey: callsPerAccount }) : undefined,
    });
  }
  return lanes;
}

function limitsOf({ bodyLimitBytes, timeouts }: ProxyDeps): Record<Kind, ForwardLimits> {
  const api: ForwardLimits = {
    maxBodyBytes: bodyLimitBytes,
    body: { is: 'read', ms: timeouts.bodyMs },
    waitMs: timeouts.answerMs,
    answerMs: timeouts.answerMs,
  };
  return {
    api,
    media: api,
    upload: {
      maxBodyBytes: Number.POSITIVE_INFINITY, // catalog limits the size of videos
      body: { is: 'passed', ms: timeouts.bodyMs },
      waitMs: timeouts.answerMs,
      answerMs: timeouts.uploadAnswerMs,
    },
  };
}
