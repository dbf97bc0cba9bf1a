import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { forgetVersions, noteRestorePoint, noteRunning, readNotedVersions } from './noted-versions.ts';

let dataDir: string;
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'larksong-versions-'))));
afterEach(() => rmSync(dataDir, { recursive: true }));

it('the restore point before an update stays that of its first try', () => {
  noteRestorePoint(dataDir, { restorePoint: 'first', version: '1.0.0' });
  noteRestorePoint(dataDir, { restorePoint: 'after a half migration', version: '1.0.0' });
  expect(readNotedVersions(dataDir).before).toEqual({ restorePoint: 'first', version: '1.0.0' });
});

it('the next update has a restore point that differs from the one before', () => {
  noteRestorePoint(dataDir, { restorePoint: 'first', version: '1.0.0' });
  noteRunning(dataDir, { version: '1.1.0', commit: 'abc' });
  noteRestorePoint(dataDir, { restorePoint: 'second', version: '1.1.0', commit: 'abc' });
  expect(readNotedVersions(dataDir)).toEqual({
    ran: { version: '1.1.0', commit: 'abc' },
    before: { restorePoint: 'second', version: '1.1.0', commit: 'abc' },
  });
});

it('nothing is known of versions that were forgotten', () => {
  noteRunning(dataDir, { version: '1.1.0' });
  forgetVersions(dataDir);
  expect(readNotedVersions(dataDir)).toEqual({});
});
