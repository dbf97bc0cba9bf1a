import type { status } from '@larksong/contracts';
import { describe, expect, test } from 'vitest';

import { countFindings, daysUntil, describeClock, formatUptime, toStrips, type Share } from './texts.ts';

const finding = (severity: status.Severity): status.Finding => ({
  id: 'queue-old',
  severity,
  about: 'queue',
  sentence: '',
  remedy: '',
});

describe('texts of the status page', () => {
  test('findings are counted by severity', () => {
    expect(countFindings([])).toBe('Everything works.');
    expect(countFindings([finding('error'), finding('warning'), finding('warning')])).toBe(
      '1 error, 2 warnings',
    );
  });

  test('times are told from the site’s own clock', () => {
    const now = '2026-11-24T12:00:00.000Z';
    expect(formatUptime('2026-11-21T11:00:00.000Z', now)).toBe('3 days');
    expect(daysUntil('2026-12-01T11:00:00.000Z', now)).toBe(6);
    expect(daysUntil('2026-11-24T11:00:00.000Z', now)).toBe(-1);
  });

  test('a device’s clock is mentioned only if it differs by more than a minute', () => {
    const at = '2026-11-24T12:00:00.000Z';
    const of = (seconds: number) => describeClock(at, Date.parse(at) + seconds * 1000);
    expect([of(0), of(59), of(-59)]).toEqual([undefined, undefined, undefined]);
    expect(of(300)).toMatch(/^This device’s clock is 5 min ahead of the site’s\./);
    expect(of(-7200)).toMatch(/^This device’s clock is 2 h behind the site’s\./);
  });

  test('strips fill the bar, and a tiny share can be seen', () => {
    const share = (kind: Share['kind'], bytes: number): Share => ({ kind, label: kind, bytes });
    const strips = toStrips([share('sources', 1), share('renditions', 0), share('free', 999_999)]);
    expect(strips[0]?.width).toBeGreaterThan(3.9);
    expect(strips[1]?.width).toBe(0);
    expect(strips.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(1000);
    expect(toStrips([share('free', 0)])).toEqual([]);
  });
});
