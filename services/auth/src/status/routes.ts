import { status } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';
import { cached } from '@larksong/service-kit/status';

import { findAnnouncement } from '../announcement/store.ts';
import type { Db } from '../db/tables.ts';
import { checkMailServer, describeServer, type MailCheck } from '../mail/check-server.ts';
import type { MailFailure } from '../mail/outbox.ts';
import { smtpServer, type SmtpServer } from '../mail/sender.ts';
import { countPlaces } from '../nests/counts-store.ts';
import type { SiteSettings } from '../site-settings/read-settings.ts';
import { listSiteTexts } from '../site-texts/store.ts';
import { countAccounts, readBacklog, readBackups } from './store.ts';

interface StatusDeps {
  db: Db;
  settings: Pick<SiteSettings, 'readRegistration' | 'readMail'>;
  siteRegistrationsPerHour: number;
  outbox: { lastFailure(): MailFailure | undefined };
  describeProcess: () => Promise<status.ProcessStatus>;
}

/** A mail server limits the connections of a client, so it is not asked more often. */
const KEEP_CHECK_MS = 20_000;
/** The status is shown with the previous check of the mail server while a new one takes longer. */
const WAIT_CHECK_MS = 2500;
/** A backup is made every night, and may take or wait two hours. */
const FIRST_NIGHT_SECONDS = 26 * 3600;

/** Registers the call that describes auth, its servers and its mails. */
export function registerStatus(register: Register, deps: StatusDeps): void {
  const checkMail = createMailCheck();
  register(status.getAuthStatus, async () => {
    const [process, figures] = await Promise.all([
      deps.describeProcess(),
      readFigures(deps, checkMail).catch(() => null), // Postgres is away, as `process` says
    ]);
    return { data: { process, figures } };
  });
}

/** Returns a function that checks a mail server, at most every 20 s; another server is checked at once. */
function createMailCheck(): (server: SmtpServer | undefined) => Promise<MailCheck> {
  let current: { name: string; check: () => Promise<MailCheck | undefined> } | undefined;
  return async (server) => {
    if (!server) return { state: 'none', problem: null };
    const name = JSON.stringify(server);
    if (current?.name !== name) {
      const options = { keepMs: KEEP_CHECK_MS, waitMs: WAIT_CHECK_MS };
      current = { name, check: cached(() => checkMailServer(server), options) };
    }
    return (await current.check()) ?? { state: 'unknown', problem: null };
  };
}

async function readFigures(
  { db, outbox, settings, siteRegistrationsPerHour }: StatusDeps,
  checkMail: ReturnType<typeof createMailCheck>,
): Promise<NonNullable<status.AuthStatus['figures']>> {
  const mailServer = smtpServer(await settings.readMail());
  const [
    { registrationsLastHour, ...accounts },
    backlog,
    check,
    backups,
    registration,
    announcement,
    texts,
    nests,
  ] = await Promise.all([
    countAccounts(db),
    readBacklog(db),
    checkMail(mailServer),
    readBackups(db),
    settings.readRegistration(),
    findAnnouncement(db),
    listSiteTexts(db),
    countPlaces(db),
  ]);
  return {
    ...accounts,
    nests,
    registrations: { lastHour: registrationsLastHour, mostPerHour: siteRegistrationsPerHour },
    registration,
    announcement,
    missingTexts: (['about', 'contact'] as const).filter((name) => texts[name] === undefined),
    backup: toBackupStatus(backups),
    mail: {
      ...backlog,
      ...check,
      server: mailServer ? describeServer(mailServer) : null,
      lastFailure: toLastFailure(outbox.lastFailure()),
    },
  };
}

function toLastFailure(failure: MailFailure | undefined): status.MailStatus['lastFailure'] {
  return failure ? { at: failure.at.toISOString(), problem: failure.problem } : null;
}

/** Returns null for a site whose first night may not be over. */
function toBackupStatus({
  lastDone,
  lastProblem,
  ageSeconds,
}: Awaited<ReturnType<typeof readBackups>>): status.BackupStatus | null {
  if (lastDone === null && lastProblem === null && ageSeconds < FIRST_NIGHT_SECONDS) return null;
  return {
    lastDoneAt: lastDone?.at.toISOString() ?? null,
    lastProblem,
    isOnSameDisk: lastDone?.isOnSameDisk ?? false,
  };
}
