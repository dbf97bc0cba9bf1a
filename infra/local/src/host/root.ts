import { dirname } from 'node:path';

/** The root of the repository. */
export const ROOT = dirname(dirname(dirname(dirname(import.meta.dirname))));
