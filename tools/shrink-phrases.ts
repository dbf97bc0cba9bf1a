/* Lowers the counts in tools/phrases.json to the uses that remain: `node tools/shrink-phrases.ts`. Raises none. */
import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { listSourceFiles } from './house-rules.ts';
import { PHRASES_FILE, readPermitted, shrinkPermitted } from './phrases.ts';

const files = listSourceFiles(dirname(import.meta.dirname));
const shrunk = shrinkPermitted(readPermitted(), files);
writeFileSync(PHRASES_FILE, `${JSON.stringify(shrunk, null, 2)}\n`);
console.log(`${Object.keys(shrunk).length} files listed in ${PHRASES_FILE}`);
