import { expect, test } from 'vitest';

import { createLogger } from '../base/logger.ts';
import { startLoop } from './loop.ts';

function startRecorded(round: (signal: AbortSignal) => Promise<void>) {
  const messages: string[] = [];
  const write = (line: string) => void messages.push((JSON.parse(line) as { msg: string }).msg);
  const logger = createLogger({ name: 'test', level: 'info', destination: { write } });
  return { loop: startLoop({ name: 'sweep', everyMs: 0, logger, round }), messages };
}

test('a series of failed rounds is logged once, and once more when rounds succeed again', async () => {
  const done = Promise.withResolvers<void>();
  let rounds = 0;
  const { loop, messages } = startRecorded(async () => {
    rounds += 1;
    if (rounds <= 5) throw new Error('out of songs');
    if (rounds === 8) done.resolve();
  });
  await done.promise;
  await loop.stop();
  expect(messages).toEqual(['a background round failed', 'background loop recovered']);
});

test('stopping a loop ends a round that respects its signal', async () => {
  const { loop } = startRecorded(
    (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
  );
  await expect(loop.stop()).resolves.toBeUndefined();
});
