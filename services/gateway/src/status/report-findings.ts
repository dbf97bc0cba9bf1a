import { auth, type status } from '@larksong/contracts';
import { createInternalClient, createLoops, type Logger } from '@larksong/service-kit';

import type { Config } from '../config.ts';

/** Interval of the reports. */
const REPORT_SECONDS = 60;

interface Options {
  config: Pick<Config, 'AUTH_URL' | 'INTERNAL_TOKEN'>;
  gatherSite: () => Promise<status.SiteStatus>;
  logger: Logger;
  everySeconds?: number;
}

/**
 * Starts to report to auth every minute what is wrong with the site; auth tells people of it. The first report comes
 * after a minute, since parts of a site that has just started may not be ready. Returns a function that stops it.
 */
export function startReports({
  config,
  gatherSite,
  logger,
  everySeconds = REPORT_SECONDS,
}: Options): () => Promise<void> {
  const call = createInternalClient({ baseUrl: config.AUTH_URL, internalToken: config.INTERNAL_TOKEN });
  let isFirst = true;
  const loops = createLoops(logger);
  loops.add('report findings', everySeconds, async (signal) => {
    if (isFirst) {
      isFirst = false;
      return;
    }
    await call(auth.noteFindings, { body: toReport(await gatherSite()) }, { signal });
  });
  loops.start();
  return () => loops.stop();
}

/** Returns what is reported: no hints, and whether everything is known, so that what is missing has ended. */
export function toReport({ answers, findings, ...services }: status.SiteStatus): {
  findings: status.Finding[];
  isComplete: boolean;
} {
  const areLate = findings.some(({ id }) => id === 'machine-overloaded');
  const areKnown = [services.auth, services.catalog, services.game].every((one) => Boolean(one?.figures));
  return {
    findings: findings.filter(({ severity }) => severity !== 'hint'),
    isComplete: !areLate && areKnown && Object.values(answers).every((answer) => answer === 'ok'),
  };
}
