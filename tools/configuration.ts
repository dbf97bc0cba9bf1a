/* Regenerates docs/operations/configuration.md: `pnpm configuration`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { toConfigurationPage } from './configuration-document.ts';

const file = join(import.meta.dirname, '..', 'docs', 'operations', 'configuration.md');
writeFileSync(file, await toConfigurationPage());
console.log(`Wrote ${file}`);
