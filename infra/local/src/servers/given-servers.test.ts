import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';

import { databaseOn, describeServer, toServerUrl, toRedisUrl } from '../settings/server-addresses.ts';
import { assertVersion, toProblem, whyUnusable } from './given-postgres.ts';
import { assertVersion as assertRedisVersion, listWarnings, UNSAVED } from './given-redis.ts';

it('the databases of a site are named after the database of DATABASE_URL', () => {
  const url = toServerUrl('postgres://songs:secret@db.example:5433/school?sslmode=require');
  expect(databaseOn(url, 'auth')).toBe('postgres://songs:secret@db.example:5433/school_auth?sslmode=require');
  expect(describeServer(url)).toBe('db.example:5433');
});

it('an address without a database or a user gets both, also that of a socket', () => {
  const url = toServerUrl('postgres://songs@%2Fvar%2Frun%2Fpostgresql');
  expect(databaseOn(url, 'game')).toBe('postgres://songs@%2Fvar%2Frun%2Fpostgresql/larksong_game');
  expect(describeServer(url)).toBe('/var/run/postgresql');
  expect(new URL(toServerUrl('postgres://localhost')).username).not.toBe('');
});

it.each(['localhost:5432', 'mysql://localhost/x', 'postgres:///larksong', 'postgres://localhost/a$b'])(
  'the address %s of a Postgres is refused with a sentence',
  (text) => {
    expect(() => toServerUrl(text)).toThrow(/^DATABASE_URL /);
  },
);

it('text that is not an address of Redis is refused with a sentence', () => {
  expect(toRedisUrl('redis://:secret@localhost/1')).toBe('redis://:secret@localhost/1');
  expect(() => toRedisUrl('localhost:6379')).toThrow('REDIS_URL is not the address of a Redis');
});

it('versions that Debian 12 has are accepted and older ones are refused', () => {
  expect(() => assertVersion(150_018)).not.toThrow();
  expect(() => assertVersion(140_020)).toThrow('is version 14, and Larksong needs 15 or newer');
  for (const version of ['6.2.14', '7.0.15', '8.0.0'])
    expect(() => assertRedisVersion(version), version).not.toThrow();
  for (const version of ['6.0.16', '5.0.14'])
    expect(() => assertRedisVersion(version), version).toThrow('needs 6.2 or newer');
});

const USABLE = { encoding: 'UTF8', isReadOnly: false, isOwner: true, hasTrigrams: true };

it.each([
  [{}, undefined],
  [{ isReadOnly: true }, 'must name the main server'],
  [{ encoding: 'LATIN1' }, 'has the encoding LATIN1, and Larksong needs UTF8'],
  [{ isOwner: false }, `sudo -u postgres psql -c 'alter database "songs_auth" owner to "songs"'`],
  [{ hasTrigrams: false }, 'sudo apt-get install postgresql-contrib'],
])('a database with %o is judged by a sentence, or none', (state, sentence) => {
  const why = whyUnusable({ ...USABLE, ...state }, { database: 'songs_auth', user: 'songs' });
  if (sentence === undefined) expect(why).toBeUndefined();
  else expect(why).toContain(sentence);
});

it.each([
  ['28P01', 'does not let in the user songs'],
  ['28000', 'does not let in the user songs'],
  ['42501', 'may not use a database'],
  ['57P03', 'systemctl status postgresql'],
])('a refusal of Postgres with code %s has a sentence', (code, sentence) => {
  const error = Object.assign(new DatabaseError('no', 2, 'error'), { code });
  expect(toProblem(error, { user: 'songs', where: 'localhost:5432' }).message).toContain(sentence);
});

it('a Redis that saves nothing or may evict gets a warning for each', () => {
  expect(listWarnings({ evictionPolicy: 'noeviction', isSaved: true })).toEqual([]);
  expect(listWarnings({ evictionPolicy: '', isSaved: undefined })).toEqual([]);
  expect(listWarnings({ evictionPolicy: 'allkeys-lru', isSaved: false })).toEqual([
    UNSAVED,
    expect.stringContaining('maxmemory-policy is allkeys-lru'),
  ]);
});
