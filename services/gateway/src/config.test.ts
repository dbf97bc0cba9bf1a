import { createRecordingLogger } from '@larksong/service-kit/testing';
import { describe, expect, test } from 'vitest';

import { readConfig, warnOfMissingProxies } from './config.ts';

const needed = {
  PORT: '8080',
  AUTH_URL: 'http://auth:8081',
  CATALOG_URL: 'http://catalog:8082/',
  GAME_URL: 'https://game.example',
  REDIS_URL: 'redis://redis:6379',
  INTERNAL_TOKEN: 'a token of at least 32 characters',
};

describe('the settings', () => {
  test('all settings have defaults except the addresses of the other services', () => {
    expect(readConfig(needed)).toMatchObject({
      PUBLIC_URL: 'http://localhost:8080',
      RATE_LIMIT_PER_MINUTE: 600,
      BODY_LIMIT_BYTES: 1024 * 1024,
      METRICS_HOST: '127.0.0.1',
    });
    expect(() => readConfig({})).toThrow(
      /PORT is missing[\s\S]*AUTH_URL is missing[\s\S]*REDIS_URL is missing/,
    );
  });

  test.each(['loopback', '10.0.0.0/8', ' 10.0.0.1 , uniquelocal', 'fd00::/8,::1', ''])(
    'TRUSTED_PROXIES accepts %j',
    (TRUSTED_PROXIES) => {
      expect(() => readConfig({ ...needed, TRUSTED_PROXIES })).not.toThrow();
    },
  );

  test.each(['proxy.example', 'true', '10.0.0.1;10.0.0.2', 'loopback,'])(
    'TRUSTED_PROXIES rejects %j with a sentence',
    (TRUSTED_PROXIES) => {
      expect(() => readConfig({ ...needed, TRUSTED_PROXIES })).toThrow(
        /TRUSTED_PROXIES must be a comma-separated list/,
      );
    },
  );

  test.each(['auth:8081', 'http://auth:8081/path', 'http://auth?x'])(
    'AUTH_URL rejects the value %s',
    (AUTH_URL) => {
      expect(() => readConfig({ ...needed, AUTH_URL })).toThrow(/AUTH_URL must be an origin/);
    },
  );
});

describe('direct delivery', () => {
  const direct = { ...needed, STREAM_DELIVERY: 'direct' };
  const s3 = { S3_ENDPOINT: 'http://minio:9000', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' };

  test('direct delivery without an S3 server is refused with the setting to change', () => {
    expect(() => readConfig(direct)).toThrow(
      /STREAM_DELIVERY is direct, but S3_ENDPOINT is not set.*Set S3_/,
    );
    expect(() => readConfig({ ...direct, ...s3 })).not.toThrow();
  });

  test('direct delivery from http to the pages of a site on https is refused with the setting to change', () => {
    const site = { ...direct, ...s3, PUBLIC_URL: 'https://songs.example' };
    expect(() => readConfig(site)).toThrow(/http:\/\/minio:9000, which they refuse. Set S3_PUBLIC_ENDPOINT/);
    const named = { ...site, S3_PUBLIC_ENDPOINT: 'https://media.songs.example' };
    expect(() => readConfig(named)).not.toThrow();
  });

  test.each(['media.songs.example', 'https://media.songs.example/videos', 'ftp://media', 'https://a@b'])(
    'S3_PUBLIC_ENDPOINT rejects %s with a sentence',
    (S3_PUBLIC_ENDPOINT) => {
      expect(() => readConfig({ ...direct, ...s3, S3_PUBLIC_ENDPOINT })).toThrow(
        /S3_PUBLIC_ENDPOINT must be the URL of a server/,
      );
    },
  );

  test('STREAM_DELIVERY rejects other modes with a sentence', () => {
    expect(() => readConfig({ ...needed, STREAM_DELIVERY: 'cdn' })).toThrow(
      /STREAM_DELIVERY must be gateway or direct/,
    );
  });
});

describe('a site on https', () => {
  const warningsOf = (settings: Record<string, string>) => {
    const { logger, lines } = createRecordingLogger('gateway');
    warnOfMissingProxies(readConfig({ ...needed, ...settings }), logger);
    return lines;
  };

  test('a site on https without trusted proxies causes a warning with the setting to change', () => {
    const [line] = warningsOf({ PUBLIC_URL: 'https://songs.example' });
    expect(line).toMatch(/"level":40.*share its limits.*Set TRUSTED_PROXIES/);
  });

  test('a site on http, or with trusted proxies, causes no warning', () => {
    expect(warningsOf({ PUBLIC_URL: 'https://songs.example', TRUSTED_PROXIES: 'loopback' })).toEqual([]);
    expect(warningsOf({})).toEqual([]);
  });
});
