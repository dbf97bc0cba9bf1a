/* Writes the settings of the services into infra/helm/values.schema.json: `node tools/helm/schema.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';

import { VALUES_SCHEMA, withSettings } from './settings.ts';

const schema = await withSettings(JSON.parse(readFileSync(VALUES_SCHEMA, 'utf8')));
writeFileSync(VALUES_SCHEMA, `${JSON.stringify(schema, null, 2)}\n`);
console.log(`Wrote ${VALUES_SCHEMA}`);
