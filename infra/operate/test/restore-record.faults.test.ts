import { join } from 'node:path';

import { createDatabase } from '@larksong/service-kit';
import { checkAuditLog } from '@larksong/service-kit/audit';
import { createTestLogger } from '@larksong/service-kit/testing';
import { expect, it, onTestFinished } from 'vitest';

import { runBackup } from '../src/commands/backup.ts';
import { runRestore } from '../src/commands/restore.ts';
import { createSite } from './site.ts';

const around = { signal: new AbortController().signal, note: () => {} };

it('a restore is recorded in the audit log, whose chain stays unbroken', async () => {
  const other = await createSite();
  onTestFinished(() => other.stop());
  const folder = join(other.folder, 'backups');
  await runBackup(other.config, folder, { mode: 'copy', keep: 14, ...around });
  await runRestore(other.config, folder, { pointsPlace: undefined, acceptDamage: false, ...around });
  const { id, manifest } = await runBackup(other.config, folder, { mode: 'copy', keep: 14, ...around });
  const { restorePoint } = await runRestore(other.config, folder, {
    pointsPlace: join(other.folder, 'points'),
    acceptDamage: false,
    ...around,
  });
  const entries = await other.query('auth', 'select * from audit_entries order by number');
  const recorded = { madeAt: manifest.createdAt, version: manifest.version, place: folder };
  expect(entries).toEqual([
    expect.objectContaining({ action: 'site.restore', subject_name: expect.any(String) }),
    expect.objectContaining({
      action: 'site.restore',
      actor_name: 'command line',
      subject_name: id,
      after: { ...recorded, restorePoint },
    }),
  ]);
  expect(restorePoint).toBeDefined();
  const db = createDatabase<unknown>({ url: other.config.AUTH_DATABASE_URL, logger: createTestLogger() });
  expect(await checkAuditLog(db)).toMatchObject({ entryCount: 2, brokenAt: null });
  await db.destroy();
});
