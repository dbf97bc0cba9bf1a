import type { Logger, Loops } from '@larksong/service-kit';

import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { findSiteName } from '../site-texts/store.ts';
import { makeCalls } from './call-webhook.ts';
import { readWebhook } from './read-webhook.ts';
import { noteSilence, tellOfFindings } from './tell.ts';

/** Interval of the checks for problems of which somebody is to be told. */
const TELL_SECONDS = 30;
/** Interval of the checks for calls of the webhook that are due. */
const CALLS_SECONDS = 10;

/** Adds the loops that tell of problems of the site by mail, and by the webhook. */
export function addTellings(
  loops: Loops,
  deps: {
    config: Config;
    db: Db;
    logger: Logger;
    outbox: { poke(): void };
    webhookKey: Buffer;
    settings: { hasMailServer: () => Promise<boolean> };
  },
): void {
  const { db, config, outbox, settings } = deps;
  const startedAt = new Date();
  const calls = loops.add('webhook', CALLS_SECONDS, (signal) =>
    makeCalls(
      {
        ...deps,
        readWebhook: () => readWebhook(db, deps.webhookKey),
        describeSite: async () => ({ name: await findSiteName(db), url: config.PUBLIC_URL }),
      },
      signal,
    ),
  );
  loops.add('tell of findings', TELL_SECONDS, async () => {
    await noteSilence(db, startedAt);
    if (!(await tellOfFindings({ db, hasMailServer: settings.hasMailServer, now: new Date() }))) return;
    outbox.poke();
    calls.poke();
  });
}
