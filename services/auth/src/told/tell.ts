import type { status } from '@larksong/contracts';
import { FINDINGS } from '@larksong/contracts/sentences';
import { say } from '@larksong/service-kit/sentences';

import type { Db, Trx } from '../db/tables.ts';
import type { Recipient } from '../db/told-tables.ts';
import { listSuperadmins } from '../users/store.ts';
import { endFinding, listUntoldFindings, markTold, noteFindings } from './findings-store.ts';
import { isTold } from './rules.ts';
import { findRecipients, findReportTime, findWebhookUrl, saveReportTime } from './settings-store.ts';
import {
  createTelling,
  findLastTelling,
  lockTellings,
  queueTellingMails,
} from '../mail-queue/telling-store.ts';

/** Time in which further news are gathered after a telling. */
const GATHER_SECONDS = 900;
/** A gateway reports every minute; after this time without a report, it counts as away. */
const SILENT_SECONDS = 300;

interface Options {
  db: Db;
  hasMailServer: () => Promise<boolean>;
  now: Date;
}

/**
 * Tells of what has stood for an hour and of what has ended, in one mail to each recipient and one call of the webhook, if
 * there is anything. Several processes may call it at the same time. Returns whether anybody was told.
 */
export async function tellOfFindings({ db, hasMailServer, now }: Options): Promise<boolean> {
  const sendsMails = await hasMailServer();
  return db.transaction().execute(async (trx) => {
    await lockTellings(trx);
    const last = await findLastTelling(trx);
    if (last && isWithin(GATHER_SECONDS, last, now)) return false;
    const { began, ended } = await listUntoldFindings(trx, now);
    if (began.length + ended.length === 0) return false;
    const recipients = await listRecipients(trx);
    const id = await createTelling(trx, {
      at: now,
      began: began.map(({ finding }) => finding),
      ended: ended.map(({ finding }) => finding),
      recipients: recipients.map(({ recipient }) => recipient),
      hasMails: sendsMails && recipients.length > 0,
      hasWebhook: (await findWebhookUrl(trx)) !== null,
    });
    if (sendsMails)
      await queueTellingMails(
        trx,
        id,
        recipients.map(({ email }) => email),
      );
    await markTold(trx, began, { what: 'began', now });
    await markTold(trx, ended, { what: 'ended', now });
    return true;
  });
}

/** Returns whether a time is at most so long before `now`, and not after it, as when the clock was ahead. */
function isWithin(seconds: number, at: Date, now: Date): boolean {
  const ageMs = now.getTime() - at.getTime();
  return ageMs >= 0 && ageMs < seconds * 1000;
}

async function listRecipients(trx: Trx): Promise<{ recipient: Recipient; email: string }[]> {
  const { to, addresses } = await findRecipients(trx);
  if (to === 'nobody') return [];
  if (to === 'addresses') return addresses.map((email) => ({ recipient: { address: email }, email }));
  const superadmins = await listSuperadmins(trx);
  return superadmins.map(({ id, email }) => ({ recipient: { userId: id }, email }));
}

/** Records what a gateway reports. Only problems of which somebody is told are kept. */
export async function noteReport(
  db: Db,
  { findings, isComplete }: { findings: readonly status.Finding[]; isComplete: boolean },
  now = new Date(),
): Promise<void> {
  await saveReportTime(db, now);
  await endFinding(db, GATEWAY_AWAY, now);
  await noteFindings(db, { findings: findings.filter(isTold), isComplete, now });
}

/**
 * Records that no gateway reports, if none has for five minutes since `startedAt`. What else is wrong is not known then,
 * so nothing ends.
 */
export async function noteSilence(db: Db, startedAt: Date, now = new Date()): Promise<void> {
  const reportedAt = await findReportTime(db);
  if (!reportedAt) return;
  const silentSince = Math.max(reportedAt.getTime(), startedAt.getTime());
  if (now.getTime() - silentSince < SILENT_SECONDS * 1000) return;
  await noteFindings(db, { findings: [GATEWAY_AWAY], isComplete: false, now });
}

const values = { name: 'gateway' };
const { sentence, remedy } = FINDINGS['service-away'];
const GATEWAY_AWAY: status.Finding = {
  id: 'service-away',
  severity: 'error',
  about: 'gateway',
  sentence: say(sentence, values),
  remedy: say(remedy, values),
  values,
};
