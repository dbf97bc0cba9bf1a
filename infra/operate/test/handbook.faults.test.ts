import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { freePort } from '@larksong/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listCommands, PAGES, whyNotRun, type HandbookCommand } from '../../../tools/handbook/handbook.ts';
import { Launcher } from '../../local/test/launched-site.ts';

const ROOT = dirname(dirname(dirname(import.meta.dirname)));
const LIMIT_MS = 600_000;
const IS_STOPPED = / -- restore /;
const all = PAGES.flatMap((page) => listCommands(page)).filter((command) => whyNotRun(command) === undefined);
const onRunning = all.filter(({ text }) => !IS_STOPPED.test(text));
const onStopped = all.filter(({ text }) => IS_STOPPED.test(text));

/** Exit codes that are as good as 0: doctor may find something on a busy machine. */
const isFine = ({ text }: HandbookCommand, status: number | null) =>
  status === 0 || (status === 1 && text.includes(' -- doctor'));

describe('the commands of the handbook', () => {
  let folder: string;
  let site: Launcher;
  let places: [string, string][];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'larksong-handbook-'));
    const at = (name: string) => join(folder, name);
    site = new Launcher(at('data'), await freePort(), process.execPath);
    await mkdir(at('songs'));
    await mkdir(at('usb-disk'));
    await mkdir(at('large-disk'));
    await copyFile(join(ROOT, 'services/game/starter-pack/demo.mp4'), at('songs/a-wren.mp4'));
    await writeFile(at('people.csv'), 'email;username;name;role\nada@school.example;ada;Ada;teacher\n');
    await site.untilUp();
    run('npm run larksong -- users create max@home.example --show-link');
    const log = await readFile(at('data/logs/gateway.log'), 'utf8');
    places = [
      ['/media/usb-disk', at('usb-disk')],
      ['/media/large-disk', at('large-disk')],
      ['/media/disk/songs', at('songs')],
      ['/tmp/larksong-rehearsal', at('rehearsal')],
      ['people.csv', at('people.csv')],
      ['winter.json', at('winter.json')],
      ['.data/', `${at('data')}/`],
      ['1f0c', /"reqId":"([^"]+)"/.exec(log)?.[1] ?? 'service started'],
    ];
  }, LIMIT_MS);
  afterAll(async () => {
    await site?.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  });

  function run(text: string) {
    const env = {
      ...process.env,
      DATA_DIR: site.dataDir,
      PORT: new URL(site.url).port,
      HOST: '127.0.0.1',
      LARKSONG_ROOT: folder,
    };
    return spawnSync('sh', ['-c', text], { cwd: ROOT, env, encoding: 'utf8', timeout: LIMIT_MS });
  }

  function expectDone(command: HandbookCommand): void {
    const text = places.reduce((line, [from, to]) => line.replaceAll(from, to), command.text);
    const { status, stdout, stderr } = run(text);
    if (!isFine(command, status))
      throw new Error(`${command.page}: ${text} ended with ${status}\n${stdout}${stderr}`);
  }

  it(
    `all ${onRunning.length} that are typed while the site runs succeed, in the order of the pages`,
    () => {
      expect(onRunning.length).toBeGreaterThan(20);
      // Restores need the backup, and lists are exported before they are imported, as on the pages.
      for (const command of onRunning) expectDone(command);
    },
    3 * LIMIT_MS,
  );

  it(
    `all ${onStopped.length} that are typed while the site is stopped succeed`,
    async () => {
      await site.end('SIGTERM');
      expect(onStopped.length).toBeGreaterThan(1);
      for (const command of onStopped) expectDone(command);
    },
    2 * LIMIT_MS,
  );
});
