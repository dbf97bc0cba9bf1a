import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import type { Finding, Report } from '@larksong/operate/doctor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { freePort } from '../../local/src/index.ts';
import { FaultySite } from '../../local/test/doctor/faulty-site.ts';
import { dataFaults } from './injected/data-faults.ts';
import type { InjectedFault, Run } from './injected/fault.ts';
import { machineFaults } from './injected/machine-faults.ts';
import { runningFaults } from './injected/running-faults.ts';
import { settingFaults } from './injected/setting-faults.ts';

/** Every new site on one machine has these. */
const USUAL = [
  'public-url-local',
  'texts-missing',
  'mail-not-configured',
  'backup-missing',
  'backup-on-same-disk',
];
const MAIN = join(import.meta.dirname, '..', '..', 'local', 'src', 'main.ts');
/** Services look at some servers only every 20 s. */
const LIMIT_MS = 60_000;

/** Only root may change owners and mount. */
const isRoot = process.getuid?.() === 0;
let folder: string;
let site: FaultySite;
const told: string[] = [];

beforeAll(async () => {
  if (!isRoot) return;
  folder = await mkdtemp(join(tmpdir(), 'larksong-injected-'));
  await chmod(folder, 0o755);
  site = new FaultySite({
    dataDir: join(folder, 'data'),
    port: await freePort(),
    settings: { SETUP: 'off', BACKUP_HOUR: 'off' },
  });
  await site.start();
});
afterAll(async () => {
  if (!isRoot) return;
  process.stdout.write(`What doctor says:\n${told.join('')}`);
  await site?.end();
  await rm(folder, { recursive: true, force: true });
});

const listUnusual = ({ findings }: Report): Finding[] => findings.filter(({ id }) => !USUAL.includes(id));

/** Returns the kinds of findings other than those that are true as well, and the one that the fault is about. */
function pick({ name, id, says, also = [] }: InjectedFault, report: Report) {
  const findings = listUnusual(report);
  const found = findings.find((each) => each.id === id && says.test(each.sentence)) ?? findings[0];
  told.push(`  ${name}: ${found?.id} | ${found?.sentence} | ${found?.remedy}\n`);
  const ids = [...new Set(findings.map((each) => each.id))].filter((each) => !also.includes(each));
  return { ids, sentence: found?.sentence ?? '', remedy: found?.remedy ?? '' };
}

/** What has to be picked: the finding in the words of the fault, and nothing that is not true. */
const wanted = ({ id, says, advises }: InjectedFault) => ({
  ids: [id],
  sentence: expect.stringMatching(says) as string,
  remedy: expect.stringMatching(advises) as string,
});

/** Injects a fault in a new folder, and repairs it after `work`. */
async function withFault<T>(fault: InjectedFault, work: (run: Run) => Promise<T>): Promise<T> {
  const own = join(folder, 'fault');
  await mkdir(own, { mode: 0o755 });
  const { repair, ...run } = await fault.inject({ site, folder: own });
  try {
    return await work(run);
  } finally {
    await repair?.();
    await rm(own, { recursive: true, force: true });
  }
}

async function doctorUntil(isDone: (report: Report) => boolean): Promise<Report> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    const report = await site.doctor();
    if (isDone(report) || performance.now() > deadline) return report;
    await pause(500);
  }
}

/** Runs doctor three times while a site does something, and returns what it finds. */
async function listAlarms(): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let round = 0; round < 3; round += 1) findings.push(...listUnusual(await site.doctor()));
  return findings;
}

function larksong(args: string[], settings: Record<string, string> = {}): ChildProcess {
  const env = {
    ...process.env,
    DATA_DIR: site.dataDir,
    PORT: String(site.port),
    HOST: '127.0.0.1',
    ...settings,
  };
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, 'larksong', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Returns the exit code of a command and what it has printed. */
async function resultOf(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  const [output] = await Promise.all([child.stdout ? text(child.stdout) : '', once(child, 'close')]);
  return { code: child.exitCode, output };
}

describe.skipIf(!isRoot)('a running site', () => {
  it('a sound site has no findings', async () => {
    expect(listUnusual(await doctorUntil((report) => listUnusual(report).length === 0))).toEqual([]);
  });

  it('a sound site on a busy machine has no findings', async () => {
    const busy = Array.from({ length: 6 }, () => spawn(process.execPath, ['--eval', 'for (;;);']));
    try {
      expect(await listAlarms()).toEqual([]);
    } finally {
      for (const child of busy) child.kill('SIGKILL');
    }
  });

  it('a site that backs up and imports has no findings, and an import names the file that is no video', async () => {
    const songs = join(folder, 'songs');
    await mkdir(songs);
    for (const width of [320, 640])
      execFileSync('ffmpeg', [
        '-v',
        'error',
        '-f',
        'lavfi',
        '-i',
        `testsrc=size=${width}x180:duration=20`,
        join(songs, `${width}.mp4`),
      ]);
    await writeFile(join(songs, 'broken.mp4'), 'no video\n');
    const importing = resultOf(larksong(['import', songs]));
    const backingUp = resultOf(larksong(['backup', join(folder, 'backups')]));
    expect(await listAlarms()).toEqual([]);
    expect(await backingUp).toMatchObject({ code: 0 });
    expect(await importing).toMatchObject({ code: 1, output: expect.stringMatching(/broken\.mp4: failed/) });
  });

  it.each(runningFaults)('doctor names and advises: $name', async (fault) => {
    const report = await withFault(fault, () =>
      doctorUntil(({ findings }) => findings.some(({ id }) => id === fault.id)),
    );
    expect(pick(fault, report)).toEqual(wanted(fault));
  });
});

describe.skipIf(!isRoot)('a stopped site', () => {
  beforeAll(() => site.end());

  it('a sound stopped site has no findings', async () => {
    expect(await site.doctor()).toEqual({ isRunning: false, findings: [] });
  });

  it.each([...settingFaults, ...dataFaults, ...machineFaults])(
    'doctor names and advises: $name',
    async (fault) => {
      const report = await withFault(fault, (run) => site.doctor(run));
      expect(pick(fault, report)).toEqual(wanted(fault));
    },
  );
});
