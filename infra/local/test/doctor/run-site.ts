/*
 * Runs a site in a separate process, which a test can kill: node run-site.ts <options as JSON>
 */
import { startStack, type StackOptions } from '../../src/index.ts';

const options = JSON.parse(process.argv[2] ?? '') as StackOptions; // by faulty-site.ts
const stack = await startStack({ ...options, host: '127.0.0.1', fsync: false, watchdog: false, workers: 1 });
process.once('SIGTERM', () => void stack.stop().then(() => process.exit()));
process.stdout.write('The site is up.\n');
