import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { catalog } from '@larksong/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { signInSuperadmin } from '../support/accounts.ts';
import { makeClip } from '../support/clips.ts';
import { createContainers, hasDocker, type Containers } from '../support/containers.ts';
import { readStream } from '../support/streams.ts';
import { uploadUntilAccepted } from './fault-uploads.ts';

const run = promisify(execFile);
const BUILD_MS = 30 * 60_000;
const MOVE_MS = 20 * 60_000;
const COMPLETE = { timeout: 600_000, interval: 2000 };
const SERVICES = ['auth', 'catalog', 'game', 'gateway', 'transcoder', 'larksong'];
const ENDPOINT = 'http://s3.example:9000';
const KEYS = { access: 'other-server', secret: 'key-of-the-other-server' };

const isThere = await hasDocker();
if (!isThere) console.log('No Docker engine answers here: the move of containers is not tested.');

describe.runIf(isThere)('the files of the site in containers', () => {
  let site: Containers;
  let otherServer: string;
  const videos: string[] = [];

  beforeAll(async () => {
    site = await createContainers();
    const project = site.environment['COMPOSE_PROJECT_NAME'];
    otherServer = `${project}-s3`;
    await site.compose('--profile', 'operate', 'build', ...SERVICES);
    await site.compose('up', '--detach', '--wait');
    const { image = '' } = (await site.inspect()).find(({ service }) => service === 'minio') ?? {};
    await run('docker', [
      ...['run', '--detach', '--name', otherServer],
      ...['--network', `${project}_outside`, '--network-alias', new URL(ENDPOINT).hostname],
      ...['--env', `MINIO_ROOT_USER=${KEYS.access}`, '--env', `MINIO_ROOT_PASSWORD=${KEYS.secret}`],
      image,
    ]);
  }, BUILD_MS);

  afterAll(async () => {
    await run('docker', ['rm', '--force', '--volumes', otherServer]).catch(() => {}); // it was not started
    await site.remove();
  });

  /** Uploads a song and waits until it is completed. */
  async function addVideo(title: string): Promise<void> {
    const { SUPERADMIN_EMAIL, SUPERADMIN_USERNAME, SUPERADMIN_PASSWORD } = site.settings;
    const superadmin = {
      email: SUPERADMIN_EMAIL ?? '',
      username: SUPERADMIN_USERNAME ?? '',
      password: SUPERADMIN_PASSWORD ?? '',
    };
    const owner = { url: site.url, superadmin };
    const path = await makeClip({ seconds: 4, width: 320, height: 180 });
    const id = await uploadUntilAccepted(owner, { path, title });
    const { call } = await signInSuperadmin(owner);
    await vi.waitFor(async () => {
      const { data } = await call(catalog.getVideo, { params: { id } });
      expect(data.video.status).toBe('completed');
    }, COMPLETE);
    videos.push(id);
  }

  const larksong = (...words: string[]) => site.compose('run', '--rm', '-T', 'larksong', ...words);

  it(
    'the files move to another S3 server as docs/operations/storage.md says',
    async () => {
      await addVideo('Before the move');
      await site.change({
        MOVE_S3_ENDPOINT: ENDPOINT,
        MOVE_S3_ACCESS_KEY: KEYS.access,
        MOVE_S3_SECRET_KEY: KEYS.secret,
      });
      expect(await larksong('move-storage', 's3://songs')).toMatch(/Copied [\d,]+ files .* to s3:\/\/songs/);
      await addVideo('Between the rounds');
      await site.compose('stop', 'gateway', 'gateway-2', 'transcoder', 'game', 'catalog', 'auth');
      expect(await larksong('move-storage', 's3://songs', '--last')).toContain('S3_BUCKET=songs');
      await site.change({
        COMPOSE_FILE: 'docker-compose.yml:infra/compose/s3.yml',
        SITE_S3_ENDPOINT: ENDPOINT,
        SITE_S3_BUCKET: 'songs',
        SITE_S3_ACCESS_KEY: KEYS.access,
        SITE_S3_SECRET_KEY: KEYS.secret,
        MOVE_S3_ENDPOINT: 'http://minio:9000',
        MOVE_S3_ACCESS_KEY: site.settings['S3_ACCESS_KEY'] ?? '',
        MOVE_S3_SECRET_KEY: site.settings['S3_SECRET_KEY'] ?? '',
      });
      await site.compose('up', '--detach', '--wait');
      expect(await larksong('verify')).toContain('0 files lost.');
      expect(await larksong('move-storage', 's3://larksong', '--delete-old')).toMatch(/Deleted [\d,]+ files/);
      await addVideo('After the move');
      for (const id of videos)
        for (const { isEnded, decodeErrors } of await readStream(site.url, id))
          expect([isEnded, decodeErrors]).toEqual([true, '']);
    },
    MOVE_MS,
  );
});
