import { describe, expect, it } from 'vitest';

import { CARE, careOf, PROGRAMS } from './care.ts';
import { describeVersions, toVersionsReport } from './describe-versions.ts';
import { toRedisVersions } from './read-versions.ts';

const now = new Date('2026-11-30T12:00:00Z');
const POSTGRES = { parts: 1, ends: { '14': '2026-11-12', '17': '2027-02-01', '18': '2030-11-14' } };

describe('the care of a version', () => {
  it.each([
    ['18.6', 'kept'],
    ['17.2 (Debian 17.2-1)', 'ending'],
    ['14.20', 'ended'],
    ['9.6', 'ended'], // older than all that are listed
    ['19beta1', 'unknown'],
    ['git-2026', 'unknown'],
    ['', 'unknown'],
  ])('Postgres %s is %s', (version, care) => {
    expect(careOf(POSTGRES, version, now).care).toBe(care);
  });

  it('the last day of a branch is still a day with care', () => {
    const at = (day: string) => careOf(POSTGRES, '14.1', new Date(`${day}T20:00:00Z`)).care;
    expect([at('2026-11-12'), at('2026-11-14')]).toEqual(['ending', 'ended']);
  });

  it('branches of two numbers are compared by numbers', () => {
    const redis = { parts: 2, ends: { '7.10': '2020-01-01', '7.2': '2030-01-01' } };
    expect(careOf(redis, '7.10.3', now).care).toBe('ended');
    expect(careOf(redis, '7.2.4', now).care).toBe('kept');
    expect(careOf(redis, '6.9', now).care).toBe('ended');
    expect(careOf({ parts: 2, ends: {} }, '7.1', now).care).toBe('unknown');
  });
});

it('the list has a day for each branch, and a source for each program', () => {
  expect(Object.keys(CARE.programs)).toEqual([...PROGRAMS]);
  expect(CARE.renewed).toMatch(/^\d{4}-\d\d-\d\d$/);
  for (const { ends, source, parts } of Object.values(CARE.programs)) {
    expect(source).toMatch(/^https:\/\//);
    for (const [branch, day] of Object.entries(ends)) {
      expect(branch === '' ? 0 : branch.split('.').length).toBe(parts);
      expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
    }
  }
});

it('Valkey is named as itself, and not judged as a Redis', () => {
  const info = '# Server\r\nredis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.1.0\r\n';
  expect(toRedisVersions(info)).toEqual(['Valkey 8.1.0']);
  expect(toRedisVersions('redis_version:7.0.15\r\n')).toEqual(['7.0.15']);
  const { versions } = toVersionsReport({ redis: ['Valkey 8.1.0'] }, { now });
  expect(versions).toMatchObject([{ care: 'unknown' }]);
});

it('the report says what is mended until when, what has ended, and what is not known', () => {
  const report = toVersionsReport(
    { node: ['24.18.0'], postgres: [], redis: ['7.0.15'], ffmpeg: ['5.1.6', '7.1'], minio: [] },
    { now },
  );
  const text = describeVersions(report);
  expect(text).toMatch(/^Node +24\.18\.0 +mended until 2028-04-30$/m);
  expect(text).toMatch(/^Postgres +not known +does the site run\?$/m);
  expect(text).toMatch(/^Redis +7\.0\.15 +no longer mended by its makers since 2024-07-31$/m);
  expect(text).toMatch(/^ffmpeg +5\.1\.6 +no date known; see https/m);
  expect(text).toMatch(/^MinIO +not known +no longer mended by its makers since 2026-04-25$/m);
  expect(text).toContain('docs/operations/upstream.md');
  expect(report.versions.map(({ program }) => program)).not.toContain('caddy');
});
