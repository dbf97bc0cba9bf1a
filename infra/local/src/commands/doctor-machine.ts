import { accessSync, constants, readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { platform, release } from 'node:os';

import type { Finding } from '@larksong/operate/doctor';

import { codeOf } from '../host/problem.ts';

/** The oldest kernel for which Node is made. */
const OLDEST_LINUX = [4, 18] as const;

const HERE = '127.0.0.1';
/** Longer than any machine under load needs. */
const CONNECT_MS = 10_000;

interface Limit {
  /** Its name in /proc/<pid>/limits. */
  name: string;
  /** Below, Larksong may fail under load. */
  least: number;
  sentence: (most: number) => string;
  ulimit: string;
  systemd: string;
}

const LIMITS: Limit[] = [
  {
    name: 'Max open files',
    least: 1024,
    sentence: (most) =>
      `Each program of Larksong may open at most ${most} files and connections, which many visitors use up.`,
    ulimit: 'ulimit -n 65536',
    systemd: 'LimitNOFILE=65536',
  },
  {
    name: 'Max processes',
    least: 256,
    sentence: (most) => `This user may run at most ${most} processes and threads; a site needs some hundred.`,
    ulimit: 'ulimit -u 4096',
    systemd: 'LimitNPROC=4096',
  },
  {
    name: 'Max file size',
    least: Infinity,
    sentence: (most) =>
      `Larksong may write no files larger than ${most} bytes, so large videos and databases fail.`,
    ulimit: 'ulimit -f unlimited',
    systemd: 'LimitFSIZE=infinity',
  },
];

/** Returns the limits of a process, by default of this one, that are too low for a site (Linux). */
export function checkLimits(pid?: number): Finding[] {
  const limits = readLimits(pid ?? 'self');
  // Node raises its own limits as far as it may.
  return LIMITS.flatMap(({ name, least, sentence, ulimit, systemd }): Finding[] => {
    const most = limits.get(name) ?? Infinity;
    const isOfRoot = name === 'Max processes' && process.getuid?.() === 0; // does not apply to it
    if (most >= least || isOfRoot) return [];
    return [
      {
        id: 'limit-low',
        severity: 'warning',
        about: name,
        sentence: sentence(most),
        remedy: `Raise the limit where Larksong is started: ${ulimit} in the same terminal, or ${systemd} in the unit of systemd. If that is refused, root raises it in /etc/security/limits.conf.`,
      },
    ];
  });
}

/** Returns the hard limits by name. */
function readLimits(pid: number | 'self'): Map<string, number> {
  try {
    const lines = readFileSync(`/proc/${pid}/limits`, 'utf8').split('\n');
    return new Map(
      lines.flatMap((line): [string, number][] => {
        const [, name, hard = ''] = /^(.+?)\s{2,}\S+\s+(\S+)/.exec(line) ?? [];
        return name === undefined ? [] : [[name, hard === 'unlimited' ? Infinity : Number(hard)]];
      }),
    );
  } catch {
    return new Map(); // another system, or a process of another user
  }
}

/** Returns a finding if the launcher of a site was stopped with Ctrl-Z, as it happens in a terminal (Linux). */
export function checkPaused(pid: number | undefined): Finding[] {
  if (pid === undefined || !isPaused(pid)) return [];
  return [
    {
      id: 'launcher-paused',
      severity: 'error',
      about: 'launcher',
      sentence: `npm start was paused (process ${pid}), for example with Ctrl-Z: nothing that ends is started again, and no backups are made.`,
      remedy: `Type fg in its terminal, or run kill -CONT ${pid}.`,
    },
  ];
}

function isPaused(pid: number): boolean {
  try {
    return /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Returns a finding if the kernel is older than Node and Postgres support. */
export function checkKernel(version = release()): Finding[] {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const [oldestMajor, oldestMinor] = OLDEST_LINUX;
  const isOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
  if (platform() !== 'linux' || !isOld) return [];
  return [
    {
      id: 'system-too-old',
      severity: 'error',
      about: 'kernel',
      sentence: `The kernel of this machine is Linux ${version}; Larksong's Node needs ${OLDEST_LINUX.join('.')} or newer.`,
      remedy:
        'Update the system (Debian 11 and Ubuntu 20.04 are new enough), or ask the provider of the virtual server for a newer kernel.',
    },
  ];
}

/** Returns a finding if the parts of a site cannot reach each other at 127.0.0.1. */
export async function checkLoopback(): Promise<Finding[]> {
  const code = await whyUnreachable();
  if (code === undefined) return [];
  return [
    {
      id: 'loopback-missing',
      severity: 'error',
      about: 'network',
      sentence: `The parts of Larksong talk to each other at 127.0.0.1, which cannot be reached on this machine (${code}).`,
      remedy:
        'Switch on the loopback interface (sudo ip link set lo up). On a machine with IPv6 alone, it still has to have the IPv4 address 127.0.0.1.',
    },
  ];
}

/** Listens and connects, since without the interface only the second one fails. */
function whyUnreachable(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    const end = (code: string | undefined) => {
      server.close();
      resolve(code);
    };
    const fail = (error: Error) => end(codeOf(error) ?? error.message);
    server.once('error', fail);
    server.listen(0, HERE, () => {
      const { port } = server.address() as AddressInfo; // of a TCP server
      const client = connect({ host: HERE, port, timeout: CONNECT_MS }, () => {
        client.destroy();
        end(undefined);
      });
      client.once('error', fail);
      client.once('timeout', () => {
        client.destroy();
        end('ETIMEDOUT');
      });
    });
  });
}

/** Returns a finding for each variable of the system whose value would make programs of the site fail, or do something else. */
export function checkSystemVariables(environment: NodeJS.ProcessEnv): Finding[] {
  return [
    checkTimeZone(environment['TZ']),
    ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'].map((name) => checkFile(name, environment[name])),
    checkTemporaryFolder(environment['TMPDIR']),
    ...(environment['NODE_USE_ENV_PROXY'] === '1'
      ? ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'].map((name) =>
          checkProxy(name, environment[name]),
        )
      : []),
  ].filter((finding) => finding !== undefined);
}

function invalid(name: string, sentence: string, remedy: string): Finding {
  return { id: 'setting-invalid', severity: 'error', about: name, sentence, remedy };
}

/** Also a rule such as CET-1CEST, or a path. */
const OTHER_ZONES = /^(:.*|\/.*|<?[A-Za-z+-]{3,}>?[+-]?\d.*)$/;

function checkTimeZone(zone: string | undefined): Finding | undefined {
  if (!zone || OTHER_ZONES.test(zone)) return undefined;
  try {
    Intl.DateTimeFormat('en', { timeZone: zone });
    return undefined;
  } catch {
    return invalid(
      'TZ',
      `TZ=${zone} is not a time zone, so backups are made at another hour, and times are shown in UTC.`,
      'Set TZ to a name such as Europe/Berlin, or remove it, so that the time zone of the machine applies (timedatectl shows it).',
    );
  }
}

function checkFile(name: string, path: string | undefined): Finding | undefined {
  const code = path ? whyNot(path, constants.R_OK) : undefined;
  if (code === undefined) return undefined;
  return invalid(
    name,
    `The file of certificates in ${name} cannot be read (${path}: ${code}), so servers whose certificates it is for are not trusted.`,
    `Correct ${name}, or make the file readable for the user of the site; remove ${name} if no server has a certificate of a private authority.`,
  );
}

function checkTemporaryFolder(folder: string | undefined): Finding | undefined {
  const code = folder ? whyNot(folder, constants.W_OK | constants.X_OK) : undefined;
  if (code === undefined) return undefined;
  return invalid(
    'TMPDIR',
    `TMPDIR=${folder} cannot be written to (${code}), and programs keep their temporary files there.`,
    'Create the folder for the user of the site, or remove TMPDIR; then /tmp is used.',
  );
}

function checkProxy(name: string, url: string | undefined): Finding | undefined {
  if (!url || /^https?:\/\/[^/]/i.test(url)) return undefined;
  return invalid(
    name,
    `${name}=${url} is not the address of a proxy.`,
    `Write it as http://proxy.school.example:3128, or remove ${name}.`,
  );
}

function whyNot(path: string, mode: number): string | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return codeOf(error) ?? String(error);
  }
}
