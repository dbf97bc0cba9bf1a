import { status } from '@larksong/contracts';
import { gatherStatus, toSources } from '@larksong/health';
import { createInternalClient, type Register } from '@larksong/service-kit';
import { isLoopback } from '@larksong/service-kit/status';

import type { Config } from '../config.ts';
import type { RecentStarts } from './recent-starts.ts';
import type { RequestCounts } from './seen-requests.ts';

interface StatusDeps {
  config: Config;
  requestCounts: RequestCounts;
  recentStarts: RecentStarts;
  probeAddress: () => Promise<status.PublicAddress | undefined>;
  describeProcess: () => Promise<status.ProcessStatus>;
}

/** The state of this gateway, and of the whole site as it sees it. */
export interface KnownStatus {
  describeGateway: () => Promise<status.GatewayStatus>;
  gatherSite: () => Promise<status.SiteStatus>;
}

/** Returns functions that describe this gateway and ask the services about themselves. */
export function createKnownStatus(deps: StatusDeps): KnownStatus {
  const { config } = deps;
  const isLocal = isLoopback(new URL(config.PUBLIC_URL).hostname);
  const describeGateway = async (): Promise<status.GatewayStatus> => {
    const [process, address] = await Promise.all([
      deps.describeProcess(),
      isLocal ? undefined : deps.probeAddress(),
    ]);
    return {
      process,
      figures: {
        publicUrl: config.PUBLIC_URL,
        trustedProxies: config.TRUSTED_PROXIES ?? null,
        streamDelivery: config.STREAM_DELIVERY,
        seen: deps.requestCounts.read(),
        address: address ?? null,
        recentStarts: deps.recentStarts.count(),
      },
    };
  };
  const call = (baseUrl: string) => createInternalClient({ baseUrl, internalToken: config.INTERNAL_TOKEN });
  const services = toSources({
    auth: call(config.AUTH_URL),
    catalog: call(config.CATALOG_URL),
    game: call(config.GAME_URL),
  });
  return { describeGateway, gatherSite: () => gatherStatus({ ...services, gateway: describeGateway }) };
}

/** Registers the call that describes this gateway, and the one for superadmins that gathers the whole site. */
export function registerStatus(register: Register, { describeGateway, gatherSite }: KnownStatus): void {
  register(status.getGatewayStatus, async () => ({ data: await describeGateway() }));
  register(status.getSiteStatus, async () => ({ data: await gatherSite() }));
}
