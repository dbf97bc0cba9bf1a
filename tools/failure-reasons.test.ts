import { dirname } from 'node:path';

import { describe, expect, it } from 'vitest';

import {
  FINDINGS,
  listSentences,
  SOUND_FAILURES,
  VIDEO_FAILURES,
} from '../packages/contracts/src/sentences/index.ts';
import { compileMessage, listPlaceholders, readCatalogue } from '../packages/languages/src/index.ts';
import { listSourceFiles } from './house-rules.ts';

const FAILURES = { ...VIDEO_FAILURES, ...SOUND_FAILURES };
/** The ids in `why(…)`, which may be chosen by a condition. */
const GIVEN = /\bwhy\(([^),{]+)/g;

const given = new Set(
  listSourceFiles(dirname(import.meta.dirname))
    .filter(({ path }) => /^(packages|services)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
    .flatMap(({ text }) => [...text.matchAll(GIVEN)])
    .flatMap(([, condition = '']) => [...condition.matchAll(/'([a-z0-9-]+)'/g)].map(([, id]) => id)),
);

describe('house rule: sentences of servers come from closed lists', () => {
  it('each failure of a video or a sound is a reason that some service gives', () => {
    expect(Object.keys(FAILURES).filter((id) => !given.has(id))).toEqual([]);
  });

  it('videos and sounds have no failure in common', () => {
    expect(Object.keys(VIDEO_FAILURES).filter((id) => id in SOUND_FAILURES)).toEqual([]);
  });

  it('a failure is thrown and reported with a reason of the list, not with a sentence', () => {
    const sentences = listSourceFiles(dirname(import.meta.dirname))
      .filter(({ path }) => /^services\/[^/]+\/src\/.*\.ts$/.test(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/new (?:Input|Infrastructure)Error\(\s*['"`][^)]*/g)].map(
          ([found]) => `${path}: ${found}`,
        ),
      );
    expect(sentences).toEqual([]);
  });

  it.each(['findings', 'failures'] as const)(
    'the English catalogue %s has the sentences of the lists; if not, run "pnpm texts"',
    (group) => {
      const listed = Object.entries(listSentences()[group]);
      const compiled = listed.map(([id, message]) => [id, compileMessage(message)]);
      expect(readCatalogue('en', group)).toMatchObject(Object.fromEntries(compiled));
    },
  );

  it('every message is a valid one whose placeholders say how they are shown', () => {
    const messages = [
      ...Object.values(FAILURES),
      ...Object.values(FINDINGS).flatMap((one) => Object.values(one)),
    ];
    const names = new Set(messages.flatMap((message) => listPlaceholders(compileMessage(message))));
    expect(names.size).toBeGreaterThan(50);
    expect([...names].filter((name) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([]);
  });
});
