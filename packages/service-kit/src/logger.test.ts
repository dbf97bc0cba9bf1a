import { expect, it } from 'vitest';

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
