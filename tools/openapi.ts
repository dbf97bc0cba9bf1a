/* Regenerates docs/openapi.json: `pnpm openapi`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { toOpenApi } from './openapi-document.ts';

const file = join(import.meta.dirname, '..', 'docs', 'openapi.json');
writeFileSync(file, `${JSON.stringify(toOpenApi(), null, 2)}\n`);
console.log(`Wrote ${file}`);
