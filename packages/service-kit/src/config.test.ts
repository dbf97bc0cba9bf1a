import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';

import { commonConfig, loadConfig, Secret } from './config.ts';

const Schema = Type.Object({
  ...commonConfig,
  TOKEN: Secret,
  LIMIT: Type.Integer({ minimum: 1, default: 5 }),
  NOTE: Type.Optional(Type.String()),
});

describe('loadConfig', () => {
  it('loadConfig converts text, fills in defaults and treats empty text as missing', () => {
    const config = loadConfig(Schema, { PORT: '8080', TOKEN: 'x'.repeat(32), LIMIT: ' ', OTHER: 'y' });
    expect(config).toEqual({
      HOST: '127.0.0.1',
      PORT: 8080,
      LOG_LEVEL: 'info',
      TOKEN: 'x'.repeat(32),
      LIMIT: 5,
    });
  });

  it('loadConfig names all problems at once and reveals no secret', () => {
    const load = () => loadConfig(Schema, { PORT: 'eighty', TOKEN: 'sesame', LIMIT: '0' });
    expect(load).toThrowError(/PORT [^\n]+\n {2}TOKEN must have at least 32 characters\n {2}LIMIT /);
    expect(load).not.toThrowError(/sesame/);
    expect(() => loadConfig(Schema, {})).toThrowError(/PORT is missing\n {2}TOKEN is missing/);
  });
});
