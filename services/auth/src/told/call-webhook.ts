import { createHmac } from 'node:crypto';

import type { status } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import type { Webhook } from './settings-store.ts';
import { claimCall, finishCall } from '../mail-queue/telling-store.ts';

/** Time limit of a call. */
const TIMEOUT_MS = 5000;
/** Time limit of a trial, less than a gateway waits for its answer. */
export const TRIAL_TIMEOUT_MS = 4000;
/** Seconds after the first and the second failed call until the next one; a third failure is the last. */
const PAUSES_SECONDS = [60, 300] as const;

/** What a call of the webhook says. */
export interface WebhookMessage {
  /** The same for repeated calls about the same news. */
  id: string;
  site: { name: string; url: string };
  /** When it was found that they stand, or have ended. */
  at: string;
  began: readonly status.Finding[];
  ended: readonly status.Finding[];
  isTrial: boolean;
}

/**
 * Calls the webhook once, with a signature over time and body (HMAC-SHA256); follows no redirect and reads no answer.
 * Returns why it was not accepted, or null.
 */
export async function callWebhook(
  { url, secret }: Webhook,
  message: WebhookMessage,
  timeoutMs = TIMEOUT_MS,
): Promise<string | null> {
  const body = JSON.stringify(message);
  const time = String(Math.floor(Date.now() / 1000));
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Larksong',
        'larksong-time': time,
        'larksong-signature': `sha256=${sign(secret, time, body)}`,
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return response.ok ? null : `It answered with the status ${response.status}.`;
  } catch (error) {
    return describe(error, timeoutMs);
  }
}

/** Returns the signature of a body, in hexadecimal. `secret` is in hexadecimal, `time` in seconds since 1970. */
export function sign(secret: string, time: string, body: string): string {
  return createHmac('sha256', Buffer.from(secret, 'hex')).update(`${time}.${body}`).digest('hex');
}

function describe(error: unknown, timeoutMs: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `It did not answer within ${Math.round(timeoutMs / 1000)} seconds.`;
  const cause = error instanceof Error ? error.cause : undefined;
  const code =
    cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';
  return `It could not be reached${code}.`;
}

/** Makes the calls that are due: each up to three times. Stops if `signal` is aborted. */
export async function makeCalls(
  deps: {
    db: Db;
    logger: Logger;
    /** Returns a sentence that says why if no address can be called. */
    readWebhook: () => Promise<Webhook | string>;
    describeSite: () => Promise<WebhookMessage['site']>;
  },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const telling = await claimCall(deps.db);
    if (!telling) return;
    const webhook = await deps.readWebhook();
    if (typeof webhook === 'string') {
      await finishCall(deps.db, telling.id, { problem: webhook });
      continue;
    }
    const problem = await callWebhook(webhook, {
      id: telling.id,
      site: await deps.describeSite(),
      at: telling.at.toISOString(),
      began: telling.began,
      ended: telling.ended,
      isTrial: false,
    });
    const pause = problem === null ? undefined : PAUSES_SECONDS[telling.webhook_tries - 1];
    await finishCall(deps.db, telling.id, { problem, againInSeconds: pause });
    if (problem !== null)
      deps.logger.warn(
        { tellingId: telling.id, problem, tries: telling.webhook_tries },
        'the webhook failed',
      );
  }
}
