import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { chmod, copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { FFMPEG, findCommand, type Stack } from '@larksong/local';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { until } from '../access/until.ts';
import { uploadFile } from '../access/uploads.ts';
import { signInSuperadmin } from '../support/accounts.ts';
import { openCatalogData, type CatalogData } from '../support/catalog-data.ts';
import { makeClip } from '../support/clips.ts';
import { listHostileNames, makeHostileFiles, type Canary } from '../support/hostile-files.ts';
import { startSite } from '../support/start-site.ts';
import { findViolations } from './check-invariants.ts';

const line = faultLine(14);

let site: Stack;
let data: CatalogData;
let folder: string;
let secret: string;
let canary: Canary;
let contacts = 0;
let stopCanary: () => void;

/** Counts connections and datagrams on one port of loopback. */
async function startCanary(): Promise<number> {
  const server = createServer((socket) => {
    contacts += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  const datagrams = createSocket('udp4', () => (contacts += 1));
  await new Promise<void>((resolve) => datagrams.bind(port, '127.0.0.1', resolve));
  stopCanary = () => {
    server.close();
    datagrams.close();
  };
  return port;
}

/** Contacts the canary, so that a canary that counts nothing fails the test. */
async function expectCanaryToCount(): Promise<void> {
  await fetch(`http://127.0.0.1:${canary.port}/canary`).catch(() => undefined);
  expect(contacts).toBe(1);
  contacts = 0;
}

beforeAll(async () => {
  site = await startSite({ workers: 2 });
  data = await openCatalogData(site.url);
  folder = await mkdtemp(join(tmpdir(), 'larksong-canary-'));
  await chmod(folder, 0o755); // any user may read it
  secret = `canary-${crypto.randomUUID()}`;
  canary = { port: await startCanary(), text: join(folder, 'canary.txt'), video: join(folder, 'canary.mp4') };
  await writeFile(canary.text, `${secret}\n`.repeat(100));
  await expectCanaryToCount();
  await copyFile(await makeClip({ seconds: 2, width: 160, height: 90 }), canary.video);
});
afterAll(async () => {
  stopCanary?.();
  await data?.close();
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Makes a real video whose subtitles, attachment and metadata name the canary. Returns its bytes. */
async function makeCarrier(): Promise<Uint8Array<ArrayBuffer>> {
  const ffmpeg = (await findCommand(FFMPEG.commands)) ?? 'ffmpeg';
  const carried = makeHostileFiles(canary).filter(({ name }) =>
    ['titles.srt', 'titles.ass', 'hls-file.mp4'].includes(name),
  );
  const [list = '', ass = '', srt = ''] = await Promise.all(
    carried.map(async ({ name, content }) => {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    }),
  );
  const output = join(folder, 'carrier.mkv');
  const inputs = [canary.video, srt, ass].flatMap((path) => ['-i', path]);
  const maps = ['-map', '0', '-map', '1', '-map', '2', '-c', 'copy'];
  const attached = ['-attach', list, '-metadata:s:t', 'mimetype=application/x-mpegurl'];
  const metadata = ['-metadata', `title=concat:${canary.text}`, '-metadata', `comment=file://${canary.text}`];
  await promisify(execFile)(ffmpeg, ['-v', 'error', ...inputs, ...maps, ...attached, ...metadata, output]);
  return new Uint8Array(await readFile(output));
}

/** Returns the names of all objects, logs and rows that contain the canary's text. */
async function findLeaks(): Promise<string[]> {
  const leaks: string[] = [];
  for (const key of await data.listObjects()) {
    const object = await data.storage.get(key);
    const bytes = object && Buffer.concat(await object.stream.toArray());
    if (bytes?.includes(secret)) leaks.push(key);
  }
  for (const name of await readdir(site.logDir))
    if ((await readFile(join(site.logDir, name))).includes(secret)) leaks.push(name);
  const videos = await data.db.selectFrom('videos').selectAll().execute();
  return [...leaks, ...videos.filter((video) => JSON.stringify(video).includes(secret)).map(({ id }) => id)];
}

it('hostile files and names reach neither the network nor other files', async () => {
  const account = await signInSuperadmin(site);
  const restarts = () =>
    Object.values(site.services)
      .map((process) => process.restarts)
      .reduce((sum, each) => sum + each, 0);
  const upload = (fileName: string, content: Uint8Array<ArrayBuffer>) =>
    uploadFile(site.url, account, {
      title: fileName,
      visibility: 'public',
      file: new Blob([content]),
      fileName,
    });
  const clip = new Uint8Array(await readFile(canary.video));
  const [hostile, harmless]: [string[], string[]] = [[], []];
  for (const { name, content } of makeHostileFiles(canary))
    hostile.push(await upload(name, new Uint8Array(content)));
  for (const name of listHostileNames(canary)) harmless.push(await upload(name, clip));
  harmless.push(await upload('carrier.mkv', await makeCarrier()));
  const isDone = async () => {
    const open = await data.db.selectFrom('videos').select('id').where('status', '=', 'processing').execute();
    return open.length === 0;
  };
  await until(isDone, { what: 'all videos are final', withinSeconds: 600, everyMs: 500 });
  const videos = await data.db.selectFrom('videos').selectAll().execute();
  const byId = new Map(videos.map((video) => [video.id, video]));
  for (const id of hostile) console.log(`${byId.get(id)?.title}: ${byId.get(id)?.processing_error}`);
  const played = hostile.filter((id) => byId.get(id)?.status === 'completed');
  const refused = harmless.filter((id) => byId.get(id)?.status !== 'completed');
  const leaks = await findLeaks();
  await data.storage.put('canary', Buffer.from(secret));
  expect(await findLeaks(), 'leaks are found').toEqual([...leaks, 'canary'].toSorted());
  await data.storage.delete('canary');
  const violations = await findViolations(site, data, { accepted: [...hostile, ...harmless] });
  for (const problem of [...leaks, ...violations]) console.log(problem);
  expect(hostile.length + harmless.length).toBeGreaterThanOrEqual(30);
  line.prove(`${hostile.length} hostile files, ${harmless.length} videos with hostile names or tracks`, {
    contacts: { measured: contacts, atMost: 0 },
    'canary bytes': { measured: leaks.length, atMost: 0 },
    played: { measured: played.length, atMost: 0 },
    'refused videos': { measured: refused.length, atMost: 0 },
    deaths: { measured: restarts(), atMost: 0 },
    broken: { measured: violations.length, atMost: 0 },
  });
});
