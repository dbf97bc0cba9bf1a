import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { SERVICE_NAMES } from '@larksong/local';
import { expect, it } from 'vitest';

import { listUnexplained, toConfigurationPage } from './configuration-document.ts';

it('docs/operations/configuration.md matches the schemas; if not, run "pnpm configuration"', async () => {
  const file = join(import.meta.dirname, '..', 'docs', 'operations', 'configuration.md');
  expect(readFileSync(file, 'utf8')).toBe(await toConfigurationPage());
});

it.each(SERVICE_NAMES)(
  'every setting of %s is explained in its README or in its page in docs/',
  async (service) => {
    expect(await listUnexplained(service)).toEqual([]);
  },
);
