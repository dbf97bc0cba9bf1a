import { moveStorage } from '../src/commands/move-storage.ts';
import type { TestSite } from './site.ts';

/** Runs `move-storage` for a site and returns its output. */
export async function runMove(
  { config }: Pick<TestSite, 'config'>,
  args: string[],
  own: Record<string, string> = {},
  signal = new AbortController().signal,
): Promise<string> {
  const printed: string[] = [];
  const texts = Object.entries(config).map(([name, value]) => [name, String(value)]);
  const environment = { ...Object.fromEntries(texts), ...own };
  await moveStorage.run(args, { environment, signal, print: (line) => printed.push(line), note: () => {} });
  return printed.join('\n');
}
