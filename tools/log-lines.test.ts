import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { listSourceFiles } from './house-rules.ts';
import { findLogLines } from './log-lines.ts';

const ROOT = dirname(import.meta.dirname);
const HANDBOOK = 'docs/operations/logs.md';

const sources = ['services', 'packages']
  .flatMap((folder) => listSourceFiles(ROOT, folder))
  .filter(({ path }) => /\/src\/.*\.ts$/.test(path) && !/\.test\.ts$|\/testing\//.test(path));
const lines = sources.flatMap(findLogLines);
/** The lines in the handbook's tables. */
const explained = new Set(
  [...readFileSync(join(ROOT, HANDBOOK), 'utf8').matchAll(/^\| `([^`]+)` \| (?:warn|error|fatal) \|/gm)].map(
    (match) => match[1] ?? '',
  ),
);

describe('findLogLines', () => {
  it('findLogLines finds texts in templates, conditions, defaults and calls over several lines', () => {
    const text = `
      logger.warn({ err: error, at: f(1, 'not this') }, 'a mail (one, two) failed');
      request.log.error({ code }, isFirst ? 'a background round failed' : 'background rounds still failing');
      logger?.warn(\`\${end.what} work failed\`);
      logger.info('not this');
      deps.logger.warn(
        { id },
        of.failure ?? 'nothing removed',
      );`;
    expect(findLogLines({ path: 'a.ts', text })).toEqual([
      { level: 'warn', text: 'a mail (one, two) failed', where: 'a.ts:2' },
      { level: 'error', text: 'a background round failed', where: 'a.ts:3' },
      { level: 'error', text: 'background rounds still failing', where: 'a.ts:3' },
      { level: 'warn', text: '… work failed', where: 'a.ts:4' },
      { level: 'warn', text: 'nothing removed', where: 'a.ts:6' },
    ]);
  });
});

describe('the log lines of level warn and above', () => {
  it('every log line of level warn and above is explained in the handbook', () => {
    expect(lines.length).toBeGreaterThan(30);
    const missing = lines.filter(({ text }) => !explained.has(text));
    const rows = missing.map(({ level, text, where }) => `| \`${text}\` | ${level} | … (${where}) |`);
    expect(rows, `add to ${HANDBOOK}:\n${rows.join('\n')}`).toEqual([]);
  });

  it('the handbook explains no log line that no longer exists', () => {
    const present = new Set(lines.map(({ text }) => text));
    expect([...explained].filter((text) => !present.has(text))).toEqual([]);
  });
});
