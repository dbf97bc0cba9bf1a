import { AppError, addReadGauge, KEEP_READINGS_MS, keepReading } from '@larksong/service-kit';
import { Counter, type Registry } from 'prom-client';

import type { Db } from './db/tables.ts';
import { countDeletions } from './deletions/store.ts';
import { countMails } from './mail-queue/store.ts';
import { createNestMetrics, type NestMetrics } from './nests/metrics.ts';
import { countWaitingPeople } from './people-imports/store.ts';
import { readBackups } from './status/store.ts';

const SIGN_IN_RESULTS = ['success', 'wrong', 'disabled', 'throttled', 'failed'] as const;
const MAIL_RESULTS = ['sent', 'failed', 'given_up'] as const;
const IMPORT_RESULTS = ['invited', 'promoted', 'unchanged', 'failed'] as const;
type LineResult = (typeof IMPORT_RESULTS)[number];
const THROTTLED_ACTIONS = ['sign_in', 'registration', 'mail'] as const;

/** Auth's metrics registry, and the functions that update it. */
export interface Metrics extends NestMetrics {
  registry: Registry;
  /** Runs a sign-in with a password and counts its result. */
  watchSignIn: <T>(work: () => Promise<T>) => Promise<T>;
  mailEnded: (result: (typeof MAIL_RESULTS)[number]) => void;
  personImported: (result: LineResult) => void;
  throttled: (action: (typeof THROTTLED_ACTIONS)[number]) => void;
}

/** Registers auth's own metrics: sign-ins, limits, mails, and backups. `db` is read at most every 15 s. */
export function createMetrics(registry: Registry, db: Db): Metrics {
  const addCounter = (name: string, help: string, label: string, values: readonly string[]) => {
    const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
    for (const value of values) counter.inc({ [label]: value }, 0);
    return (value: string) => counter.inc({ [label]: value });
  };
  const signedIn = addCounter(
    'auth_sign_ins_total',
    'Sign-ins with a password, by result',
    'result',
    SIGN_IN_RESULTS,
  );
  addReadings(registry, db);
  return {
    registry,
    watchSignIn: watch(signedIn, 'success', toSignInResult),
    ...createNestMetrics(registry, db),
    mailEnded: addCounter('auth_mails_total', 'Tries to deliver a mail, by result', 'result', MAIL_RESULTS),
    personImported: addCounter(
      'auth_imported_people_total',
      'People of imported tables, by result',
      'result',
      IMPORT_RESULTS,
    ),
    throttled: addCounter(
      'auth_throttled_total',
      'Sign-ins, registrations and mails that met a limit',
      'action',
      THROTTLED_ACTIONS,
    ),
  };
}

/** Returns a function that counts the results of some work. */
function watch(
  count: (result: string) => void,
  success: string,
  toResult: (error: unknown) => string,
): <T>(work: () => Promise<T>) => Promise<T> {
  return async (work) => {
    try {
      const result = await work();
      count(success);
      return result;
    } catch (error) {
      count(toResult(error));
      throw error;
    }
  };
}

function toSignInResult(error: unknown): (typeof SIGN_IN_RESULTS)[number] {
  const code = error instanceof AppError ? error.code : undefined;
  if (code === 'INVALID_CREDENTIALS') return 'wrong';
  if (code === 'ACCOUNT_DISABLED') return 'disabled';
  return code === 'TOO_MANY_REQUESTS' ? 'throttled' : 'failed';
}

function addReadings(registry: Registry, db: Db): void {
  addWaitingMails(registry, db);
  addBackup(registry, db);
  addPeople(registry, db);
}

function addWaitingMails(registry: Registry, db: Db): void {
  const read = keepReading(KEEP_READINGS_MS, () => countMails(db));
  type Mails = Awaited<ReturnType<typeof countMails>>;
  const add = (name: string, help: string, toValue: (mails: Mails) => number) =>
    addReadGauge(registry, { name, help, read, toSamples: (mails) => [{ value: toValue(mails) }] });
  add('auth_waiting_mails', 'Mails that have not been delivered', ({ waiting }) => waiting);
  add('auth_retried_mails', 'Waiting mails that were tried at least once', ({ tried }) => tried);
  add(
    'auth_oldest_mail_seconds',
    'Time for which the oldest undelivered mail has waited',
    ({ oldestSeconds }) => oldestSeconds,
  );
}

function addBackup(registry: Registry, db: Db): void {
  const read = keepReading(KEEP_READINGS_MS, () => readBackups(db));
  addReadGauge(registry, {
    name: 'auth_backup_age_seconds',
    help: 'Age of the latest successful backup, or of a site that was never backed up',
    read,
    toSamples: ({ ageSeconds }) => [{ value: ageSeconds }],
  });
  addReadGauge(registry, {
    name: 'auth_backup_failing',
    help: 'Whether the newest backup failed: 1 or 0',
    read,
    toSamples: ({ lastProblem }) => [{ value: Number(lastProblem !== null) }],
  });
}

function addPeople(registry: Registry, db: Db): void {
  const read = keepReading(KEEP_READINGS_MS, () => countDeletions(db));
  addReadGauge(registry, {
    name: 'auth_planned_deletions',
    help: 'Accounts that superadmins are going to delete for somebody else',
    read,
    toSamples: ({ planned }) => [{ value: planned }],
  });
  addReadGauge(registry, {
    name: 'auth_overdue_deletion_seconds',
    help: 'Time for which the oldest planned deletion of an account is overdue',
    read,
    toSamples: ({ overdueSeconds }) => [{ value: overdueSeconds }],
  });
  addReadGauge(registry, {
    name: 'auth_import_waiting_people',
    help: 'People who wait in a running import',
    read: keepReading(KEEP_READINGS_MS, () => countWaitingPeople(db)),
    toSamples: (value: number) => [{ value }],
  });
}
