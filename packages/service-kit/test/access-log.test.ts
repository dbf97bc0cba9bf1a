import { expect, it } from 'vitest';

import { buildServer } from '../src/index.ts';
import { createRecordingLogger } from '../src/testing/index.ts';

it('without the access log, only failures of the server are logged', async () => {
  const quiet = createRecordingLogger();
  const silent = buildServer({ name: 'test', logger: quiet.logger, accessLog: 'off' });
  silent.get('/fails', async () => {
    throw new Error('away');
  });
  try {
    expect((await silent.inject('/nowhere')).statusCode).toBe(404);
    expect((await silent.inject('/fails')).statusCode).toBe(500);
    const paths = quiet.lines.map((line) => (JSON.parse(line) as { path?: string }).path);
    expect(paths.filter(Boolean)).toEqual(['/fails']);
  } finally {
    await silent.close();
  }
});
