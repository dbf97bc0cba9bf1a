import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SmallDisk } from '@larksong/service-kit/testing/small-disk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { freePort } from '../../src/index.ts';
import { FaultySite } from './faulty-site.ts';
import { expectAlone, printFaults, expectSoon, expectSound } from './found-faults.ts';
import { startMailServer, type MailServer } from './mail-server.ts';
import { runningFaults, type Fault } from './running-faults.ts';

let folder: string;
let data: SmallDisk;
let storage: SmallDisk;
let mail: MailServer & { stop: () => void };
let site: FaultySite;

/** Only root may mount the small file systems of these tests. */
const isRoot = process.getuid?.() === 0;

beforeAll(async () => {
  if (!isRoot) return;
  folder = await mkdtemp(join(tmpdir(), 'larksong-doctor-'));
  data = new SmallDisk(join(folder, 'data'));
  storage = new SmallDisk(join(folder, 'data', 'storage'));
  mail = await startMailServer();
  site = new FaultySite({
    dataDir: data.path,
    port: await freePort(),
    settings: {
      SETUP: 'off',
      SMTP_URL: mail.url,
      MAIL_FROM: 'songs@school.example',
      MIN_FREE_BYTES: String(200 * 1024 ** 2),
      TRUSTED_PROXIES: '127.0.0.9',
    },
  });
  await site.start();
});
afterAll(async () => {
  if (!isRoot) return;
  printFaults();
  await site?.end();
  mail?.stop();
  storage?.remove();
  data?.remove();
  await rm(folder, { recursive: true, force: true });
});

describe.skipIf(!isRoot)('a running site', () => {
  it('a sound site has no findings', async () => {
    await expectSound(() => site.doctor());
    expect((await site.doctorInContainer()).findings).toEqual([]);
  });

  it.each(runningFaults)('doctor names, alone: $name', async (fault: Fault) => {
    const around = { site, storage, mail };
    const repair = await fault.inject(around);
    try {
      await expectSoon(fault.name, fault.ids, () => site.doctor());
    } finally {
      await repair();
    }
    await expectSound(() => site.doctor());
  });

  it('a killed site has processes left', async () => {
    await site.end('SIGKILL');
    expectAlone('a killed launcher', ['processes-left'], await site.doctor());
    await site.start(); // ends them
    await expectSound(() => site.doctor());
  });
});

interface StoppedFault {
  name: string;
  ids: string[];
  run: () => Promise<Parameters<typeof expectAlone>[2]>;
}

/** Runs doctor while a file has another content. */
async function withFile(name: string, content: string) {
  const path = join(data.path, name);
  const kept = await readFile(path, 'utf8');
  await writeFile(path, content);
  try {
    return await site.doctor();
  } finally {
    await writeFile(path, kept);
  }
}

async function withSecret(name: string, value: string) {
  const secrets = JSON.parse(await readFile(join(data.path, 'secrets.json'), 'utf8')) as object;
  return withFile('secrets.json', JSON.stringify({ ...secrets, [name]: value }));
}

async function withDisk(change: () => void, repair: () => void) {
  change();
  try {
    return await site.doctor();
  } finally {
    repair();
  }
}

const hide = (program: string) => `mount --bind /dev/null "$(command -v ${program})"`;

const stoppedFaults: StoppedFault[] = [
  {
    name: 'another program listens on the port',
    ids: ['port-taken'],
    async run() {
      const server = createServer().listen(site.port, '127.0.0.1');
      await once(server, 'listening');
      return site.doctor().finally(() => server.close());
    },
  },
  {
    name: 'data of a newer version',
    ids: ['data-folder-newer'],
    run: () => withFile('version.json', '{"version":99}'),
  },
  {
    name: 'a damaged file in the data folder',
    ids: ['data-folder-unusable'],
    run: () => withFile('version.json', '{'),
  },
  {
    name: 'data of another user',
    ids: ['data-folder-foreign'],
    async run() {
      const version = join(data.path, 'version.json');
      await chown(version, 54_321, 54_321);
      await chmod(folder, 0o700);
      const report = await site.doctor();
      await chown(version, 0, 0);
      return report;
    },
  },
  {
    name: 'a read-only data folder',
    ids: ['data-folder-unusable'],
    run: () =>
      withDisk(
        () => data.makeReadOnly(),
        () => data.repair(),
      ),
  },
  {
    name: 'a full disk',
    ids: ['disk-full'],
    run: () =>
      withDisk(
        () => data.shrinkTo(20),
        () => data.repair(),
      ),
  },
  {
    name: 'a disk without room for further files',
    ids: ['disk-full'],
    run: () =>
      withDisk(
        () => data.leaveFiles(10),
        () => data.repair(),
      ),
  },
  {
    name: 'a disk that is nearly full',
    ids: ['disk-nearly-full'],
    run: () =>
      withDisk(
        () => data.shrinkTo(500),
        () => data.repair(),
      ),
  },
  {
    name: 'a read-only storage',
    ids: ['storage-denied'],
    run: () =>
      withDisk(
        () => storage.makeReadOnly(),
        () => storage.repair(),
      ),
  },
  {
    name: 'a secret that is too short',
    ids: ['setting-invalid'],
    run: () => withSecret('authSecret', 'short'),
  },
  { name: 'a simple secret', ids: ['secret-weak'], run: () => withSecret('internalToken', 'a'.repeat(40)) },
  {
    name: 'a damaged file of secrets',
    ids: ['secrets-missing'],
    run: () => withFile('secrets.json', '{"'),
  },
  {
    name: 'a setting that a service refuses',
    ids: ['setting-invalid'],
    run: () => site.doctor({ settings: { REGISTRATION: 'perhaps' } }),
  },
  {
    name: 'a PORT that is not a number',
    ids: ['setting-invalid'],
    run: () => site.doctor({ settings: { PORT: 'eighty' } }),
  },
  {
    name: 'an address of another machine',
    ids: ['setting-invalid'],
    run: () => site.doctor({ settings: { HOST: '203.0.113.7' } }),
  },
  { name: 'no Redis', ids: ['redis-missing'], run: () => site.doctor({ before: hide('redis-server') }) },
  { name: 'no bubblewrap', ids: ['sandbox-off'], run: () => site.doctor({ before: hide('bwrap') }) },
  { name: 'no ffmpeg', ids: ['ffmpeg-unusable'], run: () => site.doctor({ before: hide('ffmpeg') }) },
  {
    name: 'an ffmpeg without the encoder of H.264',
    ids: ['ffmpeg-unusable'],
    async run() {
      const program = join(folder, 'ffmpeg');
      await writeFile(program, '#!/bin/sh\nffmpeg "$@" | grep -v libx264\n', { mode: 0o755 });
      return site.doctor({ settings: { FFMPEG_PATH: program } });
    },
  },
  {
    name: 'a database without one of its files',
    ids: ['database-broken'],
    async run() {
      const file = join(data.path, 'postgres', 'PG_VERSION');
      await rename(file, `${file}.aside`);
      const report = await site.doctor();
      await rename(`${file}.aside`, file);
      return report;
    },
  },
];

describe.skipIf(!isRoot)('a stopped site', () => {
  beforeAll(() => site.end());

  it('a sound stopped site has no findings', async () => {
    const report = await site.doctor();
    expect(report).toEqual({ isRunning: false, findings: [] });
  });

  it.each(stoppedFaults)('doctor names, alone: $name', async ({ name, ids, run }) => {
    expectAlone(name, ids, await run());
    expect((await site.doctor()).findings).toEqual([]);
  });
});
