import type { Stack } from '@larksong/local';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';

import {
  findPrometheus,
  readQuickRules,
  startPrometheus,
  withoutPrometheus,
  type Prometheus,
} from '../support/prometheus.ts';
import { startSite } from '../support/start-site.ts';
import { FAULTS } from './planted-faults.ts';

const binary = await findPrometheus();
const rules = await readQuickRules();
const { groups } = parse(rules) as { groups: { rules: { alert: string }[] }[] }; // Prometheus' own format
const alerts = groups.flatMap((group) => group.rules.map(({ alert }) => alert));

/** Longer than the readings of metrics are kept, and than a silent worker counts as present. */
const SOON = { timeout: 180_000, interval: 500 };

/** Alerts without a planted fault: infra/prometheus/tests alone has them. */
const ONLY_IN_RULE_TESTS: Record<string, string> = {
  ServiceRestarts: 'needs half an hour of restarts',
  StorageFilling: 'needs figures of days',
  DatabaseGrowing: 'needs figures of days',
  DiskLow: 'needs the disk of this machine to be full',
  RedisMemoryHigh: 'needs half a gigabyte of Redis',
  PlaybackFailing: 'needs the reports of an hour',
  CommentsOld: 'is a rule like ApprovalsOld',
  FlagsOld: 'is a rule like ApprovalsOld',
  NestPinRests: 'needs figures of a day',
};

it('every alert has a planted fault, or a reason for none', () => {
  const caused = Object.values(FAULTS).flatMap((fault) => fault.alerts);
  expect(alerts.filter((alert) => !caused.includes(alert)).toSorted()).toEqual(
    Object.keys(ONLY_IN_RULE_TESTS).toSorted(),
  );
});

describe.skipIf(binary === undefined)(`the alerts${binary === undefined ? withoutPrometheus : ''}`, () => {
  let site: Stack;
  let prometheus: Prometheus;
  /** Alerts that this machine causes on its own. */
  let usual: string[];

  beforeAll(async () => {
    const auth = { SMTP_URL: 'smtp://127.0.0.1:9' };
    site = await startSite({ workers: 1, env: { auth } });
    prometheus = await startPrometheus(binary ?? '', site, { rules, everySeconds: 3 });
    const settled = () => prometheus.listFiring();
    await vi.waitUntil(async () => !(await settled()).includes('NoWorker'), SOON); // until the worker has reported itself
    usual = (await settled()).filter((alert) => ['SandboxOff', 'StorageLow', 'DiskLow'].includes(alert));
  });
  afterAll(async () => {
    await prometheus?.stop();
    await site?.stop();
  });

  it.each(Object.entries(FAULTS))('%s causes its alerts, which end with it', async (_name, fault) => {
    const expected = fault.alerts.filter((alert) => !usual.includes(alert));
    const listFiring = async () => (await prometheus.listFiring()).filter((alert) => !usual.includes(alert));
    await expect.poll(listFiring, SOON).toEqual([]);
    const repair = await fault.plant(site);
    try {
      for (const alert of expected) await expect.poll(listFiring, SOON).toContain(alert);
    } finally {
      await repair();
    }
    await expect.poll(listFiring, SOON).toEqual([]);
  });
});
