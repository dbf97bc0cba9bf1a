import { randomBytes, randomUUID } from 'node:crypto';

import { auth, because } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import { checkOwnPassword } from '../accounts/own-password.ts';
import type { Db } from '../db/tables.ts';
import type { SiteFindingRow } from '../db/told-tables.ts';
import type { Places } from '../known-places/place.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { findSiteName } from '../site-texts/store.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { listNames } from '../users/store.ts';
import { callWebhook, TRIAL_TIMEOUT_MS } from './call-webhook.ts';
import { listStanding } from './findings-store.ts';
import { findRecipients, findWebhookUrl, saveRecipients, saveWebhook } from './settings-store.ts';
import { noteReport } from './tell.ts';
import { listTellings, type ListedTelling } from '../mail-queue/telling-store.ts';
import { readWebhook } from './read-webhook.ts';
import { isWebhookUrl } from './webhook-url.ts';

const SHOWN_TELLINGS = 20;
const SECRET_BYTES = 32;

export interface ToldDeps {
  db: Db;
  passwords: PasswordHasher;
  throttle: Throttle;
  places: Places;
  /** Encrypts the secret of the webhook. */
  webhookKey: Buffer;
  publicUrl: string;
  settings: { hasMailServer: () => Promise<boolean> };
}

/** Registers the calls about who is told of problems of the site, and the one by which gateways report them. */
export function registerTold(register: Register, deps: ToldDeps): void {
  const { db } = deps;

  register(auth.getTold, async () => ({ data: await readTold(deps) }));

  register(auth.putTold, async ({ body, record }) => {
    const addresses = [...new Set(body.addresses.map((address) => address.toLowerCase()))];
    if (body.to === 'addresses' && addresses.length === 0)
      throw new AppError('VALIDATION_FAILED', because('told.addresses-missing'));
    const after = { to: body.to, addresses };
    await db.transaction().execute(async (trx) => {
      const before = await findRecipients(trx);
      await saveRecipients(trx, after);
      await record(trx, { action: 'site.told', before, after });
    });
    return { data: { recipients: after } };
  });

  registerWebhook(register, deps);

  register(auth.noteFindings, async ({ body }) => {
    await noteReport(db, body);
    return { data: {} };
  });
}

function registerWebhook(register: Register, deps: ToldDeps): void {
  const { db, webhookKey } = deps;

  register(auth.putToldWebhook, async ({ body, viewer, request, record }) => {
    const { url, password } = body;
    if (url !== null && !isWebhookUrl(url))
      throw new AppError('VALIDATION_FAILED', because('told.webhook-not-valid'));
    await checkOwnPassword(deps, { viewer, password, place: deps.places.of(request) });
    const secret = url === null ? null : randomBytes(SECRET_BYTES).toString('hex');
    await db.transaction().execute(async (trx) => {
      const before = { url: await findWebhookUrl(trx) };
      await saveWebhook(trx, webhookKey, url === null || secret === null ? null : { url, secret });
      await record(trx, { action: 'site.webhook', before, after: { url } });
    });
    return { data: { webhook: url === null ? null : { url }, secret } };
  });

  register(auth.tryToldWebhook, async () => {
    if ((await findWebhookUrl(db)) === null) throw new AppError('NOT_FOUND');
    const webhook = await readWebhook(db, webhookKey);
    if (typeof webhook === 'string') return { data: { problem: webhook } };
    const message = {
      ...{ id: randomUUID(), at: new Date().toISOString(), began: [], ended: [], isTrial: true },
      site: { name: await findSiteName(db), url: deps.publicUrl },
    };
    return { data: { problem: await callWebhook(webhook, message, TRIAL_TIMEOUT_MS) } };
  });
}

async function readTold({ db, settings }: ToldDeps): Promise<auth.Told> {
  const [recipients, url, hasMailServer, standing, tellings] = await Promise.all([
    findRecipients(db),
    findWebhookUrl(db),
    settings.hasMailServer(),
    listStanding(db),
    listTellings(db, SHOWN_TELLINGS),
  ]);
  const recipientsOf = tellings.flatMap((telling) => telling.recipients);
  const ids = recipientsOf.flatMap((one) => ('userId' in one ? [one.userId] : []));
  const names = new Map((await listNames(db, ids)).map(({ id, username }) => [id, username]));
  return {
    recipients,
    webhook: url === null ? null : { url },
    hasMailServer,
    standing: standing.map(toStanding),
    tellings: tellings.map((telling) => toTelling(telling, names)),
  };
}

function toStanding({ finding, since, told_at: toldAt }: SiteFindingRow): auth.StandingFinding {
  return { ...finding, since: since.toISOString(), toldAt: toldAt?.toISOString() ?? null };
}

function toTelling(telling: ListedTelling, names: ReadonlyMap<string, string>): auth.Telling {
  const { webhook_state: state } = telling;
  return {
    id: telling.id,
    at: telling.at.toISOString(),
    began: telling.began,
    ended: telling.ended,
    // The name of an account that was deleted since is no longer known.
    to: telling.recipients.flatMap((one) =>
      'address' in one ? [one.address] : (names.get(one.userId) ?? []),
    ),
    mail: toMailState(telling),
    webhook: state && { state, problem: telling.webhook_problem },
  };
}

function toMailState(telling: ListedTelling): auth.Telling['mail'] {
  if (telling.mail_was_given_up) return 'given_up';
  if (telling.failing > 0) return 'failing';
  if (telling.waiting > 0) return 'waiting';
  return telling.had_mails ? 'sent' : 'none';
}
