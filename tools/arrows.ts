/* Prints the imports against the main direction of their folders, and the import cycles: `node tools/arrows.ts`. */
import { dirname } from 'node:path';

import { findArrowsUp } from './arrows-up.ts';
import { listSourceFiles } from './house-rules.ts';
import { findCycles } from './imports.ts';

const files = listSourceFiles(dirname(import.meta.dirname));
const arrows = findArrowsUp(files);
const cycles = findCycles(files);

console.log(`${arrows.length} arrows up`);
for (const { from, to } of arrows) console.log(`  ${from} → ${to}`);
console.log(`${cycles.length} import cycles`);
for (const cycle of cycles) console.log(`  ${cycle.join(', ')}`);
