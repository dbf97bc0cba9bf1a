import type { status } from '@larksong/contracts';

import { toFinding } from '../finding.ts';
import { listProcesses, type Rule, type SiteFacts } from './facts.ts';

const NEARLY_FULL_FACTOR = 3;

/** The rights that an S3 key needs; writing looks up the bucket first and reads the object back. */
const ACTIONS: Record<status.StorageRight, string[]> = {
  write: ['s3:PutObject', 's3:GetObject', 's3:ListBucket'],
  read: ['s3:GetObject'],
  list: ['s3:ListBucket'],
  delete: ['s3:DeleteObject'],
};

const about = 'storage';

const access: Rule = (facts) => {
  const stores = listStores(facts);
  const away = stores.filter(({ storage }) => storage.state === 'away');
  const findings: status.Finding[] = [];
  const [first] = away;
  if (first) {
    const { kind, problem } = first.storage;
    const serviceNames = away.map(({ name }) => name);
    findings.push(
      toFinding(
        { id: 'storage-away', severity: 'error', about },
        { serviceNames, kind, problem: problem ?? 'none' },
      ),
    );
  }
  for (const { name, storage } of stores)
    if (storage.denied) findings.push(denial(name, storage, storage.denied));
  return findings;
};

function denial(
  name: string,
  { kind, problem }: status.StorageStatus,
  right: status.StorageRight,
): status.Finding {
  const isReadOnly = /EROFS|read-only/i.test(problem ?? '');
  const cause = kind === 's3' ? 'key' : isReadOnly ? 'disk' : 'owner';
  return toFinding(
    { id: 'storage-denied', severity: 'error', about: name },
    { name, right, problem: problem ?? 'none', cause, actionNames: ACTIONS[right] },
  );
}

function space(facts: SiteFacts): status.Finding[] {
  const { figures } = facts.catalog ?? {};
  const leastBytes = figures?.minFreeBytes ?? 0;
  const full = listStores(facts).find(({ storage }) => storage.state === 'full')?.storage;
  const ofFull = { id: 'storage-full', severity: 'error', about } as const;
  if (full) {
    const { freeBytes, problem } = full;
    return [
      toFinding(ofFull, {
        state: 'full',
        problem: problem ?? 'none',
        freeBytes: freeBytes ?? 0,
        leastBytes,
      }),
    ];
  }
  const storage = listStores(facts).find(({ name }) => name === 'catalog')?.storage;
  if (!figures || !storage || storage.state === 'away') return [];
  const { freeBytes, kind } = storage;
  if (freeBytes === null)
    return kind === 'folder' ? [] : [toFinding({ id: 'storage-size-unknown', severity: 'hint', about }, {})];
  if (freeBytes <= leastBytes)
    return [toFinding(ofFull, { state: 'low', problem: 'none', freeBytes, leastBytes })];
  if (freeBytes > leastBytes * NEARLY_FULL_FACTOR) return [];
  return [toFinding({ id: 'storage-nearly-full', severity: 'warning', about }, { freeBytes, leastBytes })];
}

function listStores(facts: SiteFacts): { name: string; storage: status.StorageStatus }[] {
  return listProcesses(facts).flatMap(({ name, process }) =>
    process.storage ? [{ name, storage: process.storage }] : [],
  );
}

/** Share of the quota from which a warning is given. */
const NEARLY_USED = 0.9;

const quota: Rule = ({ catalog }) => {
  const { quota: limits, usage } = catalog?.figures ?? {};
  if (!limits || !usage) return [];
  const findings: status.Finding[] = [];
  const usedBytes = usage.sourcesBytes + usage.renditionsBytes;
  const { siteBytes, uploaderBytes } = limits;
  if (siteBytes !== null && usedBytes >= siteBytes * NEARLY_USED)
    findings.push(
      toFinding({ id: 'quota-reached', severity: 'warning', about }, { usedBytes, mostBytes: siteBytes }),
    );
  if (uploaderBytes === null) return findings;
  const full = usage.uploaders.filter(({ sizeBytes }) => sizeBytes >= uploaderBytes);
  if (full.length > 0)
    findings.push(
      toFinding(
        { id: 'uploader-quota-reached', severity: 'hint', about },
        { mostBytes: uploaderBytes, uploaderNames: full.map(({ name }) => name) },
      ),
    );
  return findings;
};

export const storageRules: Rule[] = [access, space, quota];
