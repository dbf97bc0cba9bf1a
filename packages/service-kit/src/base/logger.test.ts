import { expect, it, vi } from 'vitest';

import { createLogger } from './logger.ts';

it.each(['', 'err', 'req', 'request', 'res', 'response', 'body', 'options'])(
  'secrets are redacted in the object "%s" of a line',
  (holder) => {
    let text = '';
    const logger = createLogger({
      name: 'test',
      level: 'info',
      destination: { write: (line) => (text += line) },
    });
    const secrets = {
      password: 'quack-1',
      accessToken: 'quack-2',
      refreshToken: 'quack-3',
      token: 'quack-4',
      headers: { authorization: 'Bearer quack-5', cookie: 'quack-6', accept: 'kept' },
    };
    logger.child({ reqId: 'one' }).info(holder === '' ? secrets : { [holder]: secrets }, 'answered');
    expect(text).toContain('"reqId":"one"');
    expect(text).toContain('"accept":"kept"');
    expect(text).not.toContain('quack');
  },
);

it('each line has the time to the millisecond, also when the clock was set back', () => {
  vi.useFakeTimers();
  const times: string[] = [];
  const logger = createLogger({
    name: 'test',
    level: 'info',
    destination: { write: (line) => times.push((JSON.parse(line) as { time: string }).time) },
  });
  const moments = ['23:59:59.000', '23:59:59.007', '23:59:59.999', '00:00:00.040', '23:59:58.100'].map(
    (time) => `2026-11-24T${time}Z`,
  );
  for (const moment of moments) {
    vi.setSystemTime(moment);
    logger.info('line');
  }
  vi.useRealTimers();
  expect(times).toEqual(moments);
});
