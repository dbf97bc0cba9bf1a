import { status } from '@larksong/contracts';
import { isPublicAddress } from '@larksong/service-kit';
import { isLoopback } from '@larksong/service-kit/status';
import type { FastifyRequest } from 'fastify';

export interface RequestCounts {
  /** Counts a call under /api, after its viewer was determined. */
  note(request: FastifyRequest): void;
  /** Returns the counts of the last ten to twenty minutes. */
  read(): status.SeenRequests;
}

const WINDOW_MS = 600_000;
/** Other programs (monitors, the launcher) may use other addresses. */
const BROWSER = /^Mozilla\//;

/** Returns counts of the requests of browsers, to compare how they arrive with the settings. */
export function createRequestCounts(publicUrl: string, now: () => number = Date.now): RequestCounts {
  const site = new URL(publicUrl);
  let [current, previous] = [{ ...status.NO_REQUESTS }, status.NO_REQUESTS];
  let startedAt = now();

  function turn(): void {
    const ageMs = now() - startedAt;
    if (ageMs < WINDOW_MS) return;
    previous = ageMs < 2 * WINDOW_MS ? current : status.NO_REQUESTS;
    current = { ...status.NO_REQUESTS };
    startedAt = now();
  }

  return {
    note(request) {
      if (!BROWSER.test(request.headers['user-agent'] ?? '')) return;
      turn();
      count(current, request, site);
    },
    read() {
      turn();
      return {
        count: current.count + previous.count,
        otherHost: current.otherHost + previous.otherHost,
        otherHostName: current.otherHostName ?? previous.otherHostName,
        publicHost: current.publicHost + previous.publicHost,
        httpsBehindHttp: current.httpsBehindHttp + previous.httpsBehindHttp,
        plainHttp: current.plainHttp + previous.plainHttp,
        unknownProxy: current.unknownProxy + previous.unknownProxy,
        unknownProxyAddress: current.unknownProxyAddress ?? previous.unknownProxyAddress,
      };
    },
  };
}

function count(counts: status.SeenRequests, request: FastifyRequest, site: URL): void {
  const way = toWay(request);
  counts.count += 1;
  if (way.isUnknownProxy) {
    counts.unknownProxy += 1;
    counts.unknownProxyAddress = way.peer;
  }
  if (site.protocol === 'http:' && way.isHttps) counts.httpsBehindHttp += 1;
  if (site.protocol === 'https:' && !way.isHttps && !way.isForwarded) counts.plainHttp += 1;
  if (way.isUnknownProxy) return; // it may have replaced the host
  const host = hostOf(request, site.protocol);
  if (host === undefined) return;
  if (host.host === site.host) counts.publicHost += 1;
  else if (request.viewer && !isLoopback(host.hostname)) {
    counts.otherHost += 1;
    counts.otherHostName = host.host;
  }
}

interface Way {
  peer: string;
  isForwarded: boolean;
  /** By its own account, if it came through a proxy. */
  isHttps: boolean;
  isUnknownProxy: boolean;
}

function toWay(request: FastifyRequest): Way {
  const { headers } = request;
  const peer = request.socket.remoteAddress ?? '';
  const saidProtocol = String(headers['x-forwarded-proto'] ?? '').toLowerCase();
  const isForwarded = saidProtocol !== '' || headers['x-forwarded-for'] !== undefined;
  // A trusted proxy shows in the addresses or in the protocol that Fastify took from its headers.
  const isKnown =
    (request.ips?.length ?? 0) > 1 || (saidProtocol === 'https' && request.protocol === 'https');
  return {
    peer,
    isForwarded,
    isHttps: saidProtocol === 'https' || request.protocol === 'https',
    // A public address may be a network's own proxy towards the internet, which adds an address but no protocol.
    isUnknownProxy: isForwarded && !isKnown && (saidProtocol !== '' || !isPublicAddress(peer)),
  };
}

function hostOf(request: FastifyRequest, protocol: string): URL | undefined {
  return URL.parse(`${protocol}//${request.host ?? ''}`) ?? undefined;
}
