import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, rmSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const IMAGE = 'minio/minio';
const MODULE = 'github.com/minio/minio@latest';
const BUILD_LIMIT_MS = 10 * 60 * 1000;
const START_LIMIT_MS = 30 * 1000;
const POLL_MS = 250;
const LOOPBACK = { host: '127.0.0.1', command: [] };

export interface TestMinio {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  stop: () => Promise<void>;
}

/** Returns the settings of a service that keeps its objects in this server. */
export function toS3Settings({ endpoint, accessKey, secretKey }: TestMinio, bucket = 'larksong') {
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  };
}

/** Where a server runs instead of on loopback, such as in a network namespace. */
export interface Place {
  host: string;
  /** The command that runs another one there. */
  command: readonly string[];
}

interface NoMinio {
  /** The reason, for the name of the skipped suite. */
  unavailable: string;
}

/**
 * Starts a MinIO server with an empty folder. Its program is that of `MINIO_BIN`, one on the PATH or in the cache, or a
 * local Docker image, which runs on loopback only. Without one it is built with Go, which may take ten minutes. Returns
 * the reason if there is none.
 */
export async function startMinio({ host, command }: Place = LOOPBACK): Promise<TestMinio | NoMinio> {
  const startBinary = (binary: string) =>
    startServer(host, (folder, port) => {
      const [file = binary, ...args] = [...command, binary, ...serverArguments(folder, `${host}:${port}`)];
      return { file, args };
    });
  const binary = findBinary();
  if (binary) return startBinary(binary);
  if (host === LOOPBACK.host && (await hasImage()))
    return startServer(host, (_, port, name) => containerCommand(name, port));
  const built = await waitForBuild();
  return typeof built === 'string' ? startBinary(built) : built;
}

/** Starts to build MinIO in the background if it is not available otherwise; ends with this process. */
export function startMinioBuild(): void {
  void buildIfNeeded();
}

async function buildIfNeeded(): Promise<void> {
  if (!findBinary() && !(await hasImage())) await build();
}

interface Command {
  file: string;
  args: string[];
}

async function startServer(
  host: string,
  toCommand: (folder: string, port: number, name: string) => Command,
): Promise<TestMinio | NoMinio> {
  const folder = await mkdtemp(join(tmpdir(), 'larksong-minio-'));
  const port = await findFreePort();
  const { file, args } = toCommand(folder, port, `larksong-minio-${port}`);
  const credentials = { accessKey: 'larksong-test', secretKey: 'larksong-test-secret' };
  const environment = {
    ...process.env,
    MINIO_ROOT_USER: credentials.accessKey,
    MINIO_ROOT_PASSWORD: credentials.secretKey,
    MINIO_BROWSER: 'off',
    MINIO_UPDATE: 'off',
    // Its metrics contain the free space.
    MINIO_PROMETHEUS_AUTH_TYPE: 'public',
    CI: 'true',
  };
  const { child, output } = start({ file, args }, environment);
  const endpoint = `http://${host}:${port}`;
  const stop = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + START_LIMIT_MS;
  while (!(await isReady(endpoint))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      return { unavailable: `MinIO did not start: ${output().trim().split('\n').at(-1) ?? ''}` };
    }
    await delay(POLL_MS);
  }
  return { endpoint, ...credentials, stop };
}

function serverArguments(folder: string, address: string): string[] {
  return ['server', folder, '--address', address, '--quiet'];
}

function containerCommand(name: string, port: number): Command {
  const publish = ['--publish', `127.0.0.1:${port}:9000`];
  const environment = [
    'MINIO_ROOT_USER',
    'MINIO_ROOT_PASSWORD',
    'MINIO_BROWSER',
    'MINIO_PROMETHEUS_AUTH_TYPE',
  ].flatMap((key) => ['--env', key]);
  const args = ['run', '--rm', '--name', name, ...publish, ...environment, IMAGE, 'server', '/data'];
  return { file: 'docker', args };
}

function start({ file, args }: Command, env: NodeJS.ProcessEnv) {
  // If the system supports it, the child ends with this process, however that ends.
  const bound = findOnPath('setpriv') ? ['setpriv', '--pdeathsig', 'TERM', file, ...args] : [file, ...args];
  const child = spawn(bound[0] ?? file, bound.slice(1), { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-4000)));
  child.on('error', (error) => (text += `\n${error.message}`));
  const killWithParent = () => child.kill();
  process.once('exit', killWithParent);
  child.once('close', () => process.off('exit', killWithParent));
  return { child, output: () => text };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}

async function isReady(endpoint: string): Promise<boolean> {
  try {
    const answer = await fetch(`${endpoint}/minio/health/cluster`, { signal: AbortSignal.timeout(1000) });
    return answer.ok;
  } catch {
    return false;
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // An address of a TCP server is never a path.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function findBinary(): string | undefined {
  const given = process.env['MINIO_BIN'];
  if (given) return given;
  return findOnPath('minio') ?? [builtBinary()].find(isExecutable);
}

function findOnPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function cacheFolder(): string {
  const cache =
    process.env['LARKSONG_CACHE'] ??
    join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'larksong');
  return join(cache, 'minio');
}

function builtBinary(): string {
  return join(cacheFolder(), 'minio');
}

async function hasImage(): Promise<boolean> {
  return (await run({ file: 'docker', args: ['image', 'inspect', IMAGE] }, { limitMs: 5000 })).isDone;
}

async function findGoProblem(): Promise<string | undefined> {
  const { isDone, text } = await run({ file: 'go', args: ['version'] }, { limitMs: 5000 });
  const [, major, minor] = /go(\d+)\.(\d+)/.exec(text) ?? [];
  if (isDone && (Number(major) > 1 || Number(minor) >= 24)) return undefined;
  return `there is no minio binary, no Docker image ${IMAGE}, and ${isDone ? `Go ${major}.${minor} is older than 1.24` : 'no Go to build it'}`;
}

async function run(
  command: Command,
  { env = process.env, limitMs = BUILD_LIMIT_MS }: { env?: NodeJS.ProcessEnv; limitMs?: number } = {},
): Promise<{ isDone: boolean; text: string }> {
  const { child, output } = start(command, env);
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const isDone = (await closed) === 0;
  clearTimeout(timer);
  return { isDone, text: output() };
}

/** Builds MinIO once, even if several processes ask: the others find the lock and get undefined. */
async function build(): Promise<NoMinio | undefined> {
  const problem = await findGoProblem();
  if (problem) return { unavailable: problem };
  await mkdir(cacheFolder(), { recursive: true });
  const release = await takeLock(join(cacheFolder(), 'build.lock'));
  if (!release) return undefined;
  const output = join(cacheFolder(), 'build');
  try {
    const { isDone, text } = await run(
      { file: 'go', args: ['install', MODULE] },
      { env: { ...process.env, GOBIN: output } },
    );
    if (!isDone)
      return { unavailable: `go install ${MODULE} failed: ${text.trim().split('\n').at(-1) ?? ''}` };
    await rename(join(output, 'minio'), builtBinary());
    return undefined;
  } finally {
    await rm(output, { recursive: true, force: true });
    release();
  }
}

async function waitForBuild(): Promise<string | NoMinio> {
  const deadline = Date.now() + BUILD_LIMIT_MS;
  while (Date.now() < deadline) {
    if (isExecutable(builtBinary())) return builtBinary();
    // Not awaited past the deadline: Go continues, and a later run finds the result.
    const result = await Promise.race([build(), delay(deadline - Date.now(), undefined, { ref: false })]);
    if (result) return result;
    await delay(POLL_MS);
  }
  return { unavailable: 'MinIO was not built within ten minutes; the next run finds it' };
}

/** Takes a lock file with the owner's process id, also from an owner that is gone. Returns the function that frees it. */
async function takeLock(path: string): Promise<(() => void) | undefined> {
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      const file = await open(path, 'wx');
      await file.writeFile(String(process.pid));
      await file.close();
      const release = () => rmSync(path, { force: true });
      process.once('exit', release);
      return () => {
        process.off('exit', release);
        release();
      };
    } catch {
      if (await isOwned(path)) return undefined;
      await rm(path, { force: true });
    }
  }
  return undefined;
}

async function isOwned(path: string): Promise<boolean> {
  const owner = Number(await readFile(path, 'utf8').catch(() => '0'));
  try {
    // 0: a lock that is being written right now, or gone.
    return owner === 0 || process.kill(owner, 0);
  } catch {
    return false;
  }
}
