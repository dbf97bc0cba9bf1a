import { runInForeground } from './host/foreground.ts';
import { excludeLoopback } from './host/no-proxy.ts';
import { larksong } from './larksong.ts';
import { start } from './start.ts';

const commands: Record<string, (options: { args: string[]; signal: AbortSignal }) => Promise<number>> = {
  start,
  larksong,
};

excludeLoopback(process.env);
const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];
if (command === undefined) {
  console.error(`larksong: There is no command "${name}". Use npm start, npm test or npm run larksong.`);
  process.exit(1);
}
await runInForeground((signal) => command({ args, signal }));
