import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { commonConfig, loadConfig, Secret } from './config.ts';

const Schema = Type.Object({
  ...commonConfig,
  TOKEN: Secret,
  LIMIT: Type.Integer({ minimum: 1, default: 5 }),
  NOTE: Type.Optional(Type.String()),
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('loadConfig', () => {
  it('loadConfig converts text, fills in defaults and treats empty text as missing', () => {
    const config = loadConfig(Schema, { PORT: '8080', TOKEN: 'x'.repeat(32), LIMIT: ' ', OTHER: 'y' });
    expect(config).toEqual({
      HOST: '127.0.0.1',
      PORT: 8080,
      LOG_LEVEL: 'info',
      ACCESS_LOG: 'on',
      LOG_LINES_PER_MINUTE: 1200,
      OTEL_TRACES_SAMPLER_ARG: 1,
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

  it('loadConfig says in words what a value must be, not in regular expressions', () => {
    const Words = Type.Object({
      MODE: Type.Union([Type.Literal('on'), Type.Literal('off'), Type.Literal('auto')]),
      BUCKET: Type.String({ pattern: '^[a-z]+$' }),
      COUNT: Type.Integer({ minimum: 1 }),
    });
    expect(() => loadConfig(Words, { MODE: 'perhaps', BUCKET: 'Lieder', COUNT: '0' })).toThrowError(
      /MODE must be on, off or auto\n {2}BUCKET is not valid\n {2}COUNT must be >= 1$/,
    );
  });

  it('loadConfig reads a setting from the file that NAME_FILE names, without the line end', () => {
    const file = join(folder, 'token');
    writeFileSync(file, `${'x'.repeat(32)}\n`);
    expect(loadConfig(Schema, { PORT: '1', TOKEN: '', TOKEN_FILE: file }).TOKEN).toBe('x'.repeat(32));
  });

  it('loadConfig names a file that cannot be read, and a setting that is given twice', () => {
    const missing = join(folder, 'missing');
    const load = (more: NodeJS.ProcessEnv) => () => loadConfig(Schema, { PORT: '1', ...more });
    expect(load({ TOKEN_FILE: missing })).toThrowError(`TOKEN cannot be read from ${missing} (ENOENT)`);
    const both = { TOKEN: 'x'.repeat(32), TOKEN_FILE: missing };
    expect(load(both)).toThrowError('TOKEN is set twice: remove TOKEN or TOKEN_FILE');
  });
});
