import { formatBytes, type status } from '@larksong/contracts';

import { joinNames, listProcesses, type Rule, type SiteFacts } from './facts.ts';

const NEARLY_FULL_FACTOR = 3;

const RIGHTS: Record<status.StorageRight, { verb: string; action: string }> = {
  // Writing looks up the bucket first and reads the object back.
  write: { verb: 'write to', action: 's3:PutObject, s3:GetObject and s3:ListBucket' },
  read: { verb: 'read from', action: 's3:GetObject' },
  list: { verb: 'list', action: 's3:ListBucket' },
  delete: { verb: 'delete from', action: 's3:DeleteObject' },
};

const access: Rule = (facts) => {
  const stores = listStores(facts);
  const away = stores.filter(({ storage }) => storage.state === 'away');
  const findings: status.Finding[] = [];
  const [first] = away;
  if (first)
    findings.push({
      id: 'storage-away',
      severity: 'error',
      about: 'storage',
      sentence: `${joinNames(away.map(({ name }) => name))} cannot use the storage of videos and pictures (${first.storage.problem ?? 'no answer'}).`,
      remedy:
        first.storage.kind === 's3'
          ? 'Check whether the S3 server is running and can be reached at S3_ENDPOINT: docker compose logs minio.'
          : 'Check whether the folder STORAGE_DIR exists on a mounted disk with free space, and belongs to the user of the services.',
    });
  for (const { name, storage } of stores)
    if (storage.denied) findings.push(denial(name, storage, storage.denied));
  return findings;
};

function denial(name: string, storage: status.StorageStatus, right: status.StorageRight): status.Finding {
  const { verb, action } = RIGHTS[right];
  const isReadOnly = /EROFS|read-only/i.test(storage.problem ?? '');
  return {
    id: 'storage-denied',
    severity: 'error',
    about: name,
    sentence: `The service ${name} may not ${verb} storage (${storage.problem ?? 'denied'}).`,
    remedy:
      storage.kind === 's3'
        ? `Allow the key of ${name} ${action} on the bucket, and check S3_ACCESS_KEY and S3_SECRET_KEY. infra/compose/minio has the rights that each service needs.`
        : isReadOnly
          ? 'The disk is mounted read-only, often because it reported errors: look at dmesg, check it, and mount it again with write access.'
          : 'Give the folder STORAGE_DIR, with everything in it, to the user of the services: chown -R.',
  };
}

const FREE =
  'Free space or give storage a larger disk: delete videos that nobody needs, or move other data away.';

function space(facts: SiteFacts): status.Finding[] {
  const full = listStores(facts).find(({ storage }) => storage.state === 'full');
  if (full)
    return [
      {
        id: 'storage-full',
        severity: 'error',
        about: 'storage',
        sentence: `Storage is full (${full.storage.problem ?? 'no space left'}): nothing can be uploaded or prepared. Existing videos still play.`,
        remedy: FREE,
      },
    ];
  const { figures } = facts.catalog ?? {};
  const storage = listStores(facts).find(({ name }) => name === 'catalog')?.storage;
  if (!figures || !storage || storage.state === 'away') return [];
  const { freeBytes, kind } = storage;
  if (freeBytes === null)
    return kind === 'folder'
      ? []
      : [
          {
            id: 'storage-size-unknown',
            severity: 'hint',
            about: 'storage',
            sentence:
              'The free space of the S3 server is unknown, so uploads are not refused before it is full.',
            remedy: 'Set S3_METRICS_URL, if the server is MinIO. Otherwise watch its space yourself.',
          },
        ];
  if (freeBytes <= figures.minFreeBytes)
    return [
      {
        id: 'storage-full',
        severity: 'error',
        about: 'storage',
        sentence: `Storage has only ${formatBytes(freeBytes)} left: uploads are refused until ${formatBytes(figures.minFreeBytes)} are free (MIN_FREE_BYTES).`,
        remedy: FREE,
      },
    ];
  if (freeBytes > figures.minFreeBytes * NEARLY_FULL_FACTOR) return [];
  return [
    {
      id: 'storage-nearly-full',
      severity: 'warning',
      about: 'storage',
      sentence: `Storage has ${formatBytes(freeBytes)} left; uploads are refused when less than ${formatBytes(figures.minFreeBytes)} would remain.`,
      remedy: FREE,
    },
  ];
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
    findings.push({
      id: 'quota-reached',
      severity: 'warning',
      about: 'storage',
      sentence: `Videos take up ${formatBytes(usedBytes)} of the ${formatBytes(siteBytes)} that are set aside for them: uploads that do not fit are refused.`,
      remedy: 'Delete videos that nobody needs, or raise SITE_QUOTA_BYTES.',
    });
  if (uploaderBytes === null) return findings;
  const full = usage.uploaders.filter(({ sizeBytes }) => sizeBytes >= uploaderBytes);
  if (full.length > 0)
    findings.push({
      id: 'uploader-quota-reached',
      severity: 'hint',
      about: 'storage',
      sentence: `The limit for one uploader, ${formatBytes(uploaderBytes)}, has been reached by ${joinNames(full.map(({ name }) => name || 'a deleted account'))}.`,
      remedy: 'Delete some of their videos, or raise UPLOADER_QUOTA_BYTES.',
    });
  return findings;
};

export const storageRules: Rule[] = [access, space, quota];
