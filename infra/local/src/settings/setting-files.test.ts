import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { readSettingFiles } from './setting-files.ts';

it('a setting in a file becomes a setting, unless it is missing, given twice or not a setting', () => {
  const folder = mkdtempSync(join(tmpdir(), 'larksong-setting-'));
  const file = join(folder, 'password');
  writeFileSync(file, 'sesame\n', { mode: 0o600 });
  const environment = {
    SMTP_PASSWORD_FILE: file,
    SMTP_USER_FILE: join(folder, 'missing'),
    S3_REGION: 'moon',
    S3_REGION_FILE: file,
    SSL_CERT_FILE: file,
  };
  const { SMTP_PASSWORD_FILE: _, ...others } = environment;
  expect(readSettingFiles(environment, ['SMTP_PASSWORD', 'SMTP_USER', 'S3_REGION'])).toEqual({
    ...others,
    SMTP_PASSWORD: 'sesame',
  });
  rmSync(folder, { recursive: true });
});
