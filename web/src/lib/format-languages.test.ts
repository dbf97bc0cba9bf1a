import { LANGUAGES } from '@larksong/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  compareNames,
  formatAge,
  formatCount,
  formatDate,
  formatDuration,
  formatList,
  formatPercent,
  formatWait,
  formatWaitEnd,
} from './format.ts';
import { showLanguage } from './texts.ts';

/** Intl writes narrow and other spaces that are not broken. */
const plain = (written: string) => written.replaceAll(/\s/gu, ' ');

afterEach(() => showLanguage('en'));

describe('in German', () => {
  beforeEach(() => showLanguage('de'));

  it('numbers, ages and dates are German', () => {
    const now = Date.parse('2026-11-21T12:00:00.000Z');
    expect(formatAge('2026-11-21T12:00:00.000Z', now)).toBe('vor 0 Minuten');
    expect(formatAge('2026-11-20T12:00:00.000Z', now)).toBe('vor 1 Tag');
    expect(formatDate('2026-09-04T12:00:00.000Z')).toBe('4. September 2026');
    expect(formatDuration(4503)).toBe('75:03');
    expect(formatCount(1_149_000)).toMatch(/^1,1\sMio\.$/);
    expect(plain(formatPercent(0.45))).toBe('45 %');
    expect(formatWait(61)).toBe('2 Minuten');
    expect(formatWaitEnd(61)).toBe('in 2 Minuten');
    expect(formatList(['A', 'B', 'C'])).toBe('A, B und C');
  });

  it('names are sorted as in a German dictionary', () => {
    expect(['Zug', 'Äpfel', 'Ast', 'Klasse 10', 'Klasse 2'].toSorted(compareNames)).toEqual([
      'Äpfel',
      'Ast',
      'Klasse 2',
      'Klasse 10',
      'Zug',
    ]);
  });
});

describe('in Polish', () => {
  beforeEach(() => showLanguage('pl'));

  it('a waiting time is declined as its sentence needs it', () => {
    expect(formatWaitEnd(60)).toBe('za 1 minutę');
    expect(formatWaitEnd(7201)).toBe('za 3 godziny');
  });
});

it.each(LANGUAGES)('a list of figures does not run together in %s', async (language) => {
  await showLanguage(language);
  expect(formatList(['2 x', '3 y'], 'unit')).toMatch(/^2 x(,| \p{L}+) ?3 y$/u);
});

describe('in English', () => {
  it('a number has no separators where the specification has none', () => {
    const now = Date.parse('2030-11-21T12:00:00.000Z');
    expect(formatAge('2026-11-21T12:00:00.000Z', now)).toBe('1461 days ago');
    expect(formatPercent(0.455)).toBe('46 %');
    expect(formatWaitEnd(45)).toBe('in 45 seconds');
  });
});
