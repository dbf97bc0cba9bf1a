#!/usr/bin/env node
/*
 * Installs the Node, the pnpm and the packages that a program of the repository needs, then starts it: src/main.ts, or
 * for "test" tools/test-run/main.ts. Plain JavaScript without dependencies, so that an older Node can run it on a fresh
 * clone.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chooseCache, findForeignPart } from './tools-cache.mjs';

const NODE_VERSION = '24.21.0';
const PNPM_VERSION = '12.21.0';
const OLDEST_LAUNCHER_NODE = 18;
const OLDEST_NODE = 24;
/** Files installed by root must be readable for the users of the services, whatever root's umask is. */
const OPEN_MASK = 0o022;

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const isRoot = process.getuid?.() === 0;
const cache = chooseCache(process.env, isRoot);
const majorOf = (version) => Number(version.replace(/^v/, '').split('.')[0]);

/** Ends the launcher with one sentence for the person at the keyboard. */
class Problem extends Error {}

function say(line) {
  console.log(`larksong: ${line}`);
}

function assertPlatform() {
  if (process.platform !== 'linux' && process.platform !== 'darwin')
    throw new Problem(
      'Larksong runs on Linux and macOS. On Windows, use it inside WSL or with docker compose.',
    );
  if (process.arch !== 'x64' && process.arch !== 'arm64')
    throw new Problem(`Larksong runs on x64 and arm64 processors, not on ${process.arch}.`);
  if (majorOf(process.version) < OLDEST_LAUNCHER_NODE)
    throw new Problem(`Larksong needs Node ${OLDEST_LAUNCHER_NODE} or newer; this is ${process.version}.`);
}

/** The bundlers treat file names as URLs, in which these characters end the path. */
function assertFolder() {
  const [character] = /[#?]/.exec(root) ?? [];
  if (character !== undefined)
    throw new Problem(
      `Larksong cannot run in ${root}, since the name contains “${character}”. Rename or move that folder, then start again.`,
    );
}

/** The child process that is running; signals to the launcher are passed on to it. */
let running;
/** The program shuts down on its own when it gets a signal; the steps before it have nothing to clean up. */
let isMainRunning = false;

function passOn(signal) {
  running?.kill(signal);
  if (!isMainRunning) process.exit(1);
}

function isMusl() {
  return process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
}

/** Returns the path of a Node that is new enough: the one that runs this file, or one from the npm registry. */
async function findNode() {
  if (majorOf(process.version) >= OLDEST_NODE) return process.execPath;
  if (isMusl())
    throw new Problem(
      `Larksong needs Node ${OLDEST_NODE} or newer on this system; this is ${process.version}.`,
    );
  const name = `node-${process.platform}-${process.arch}`;
  return join(await download(name, NODE_VERSION, 'bin/node'), 'bin', 'node');
}

/** Returns the folder of the pinned pnpm, a single program without an install script. */
async function findPnpmFolder() {
  const name = `@pnpm/exe.${process.platform}-${process.arch}${isMusl() ? '-musl' : ''}`;
  return download(name, PNPM_VERSION, 'pnpm');
}

/**
 * Returns the folder of a package from the npm registry, which is installed once under the cache. It is installed next
 * to its final place and then moved there, so an interrupted installation is never taken for a complete one.
 */
async function download(name, version, program) {
  const tools = join(cache, 'tools');
  const place = join(tools, `${name.replace('/', '-').replace('@', '')}-${version}`);
  const folder = join(place, 'node_modules', ...name.split('/'));
  if (existsSync(join(folder, program))) {
    assertTrusted(join(folder, program));
    return folder;
  }
  say(`Downloading ${name} ${version} from the npm registry …`);
  const temporary = `${place}.${process.pid}.tmp`;
  createFolder(temporary);
  assertTrusted(temporary);
  removeLeftovers(tools);
  writeFileSync(join(temporary, 'package.json'), '{ "private": true }\n');
  await runOrFail(
    'npm',
    [
      'install',
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--prefix',
      temporary,
      `${name}@${version}`,
    ],
    { cwd: temporary, what: `${name} ${version} could not be downloaded from the npm registry` },
  );
  try {
    renameSync(temporary, place);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(join(folder, program))) throw error; // otherwise another launcher was faster
  }
  assertTrusted(join(folder, program));
  return folder;
}

function createFolder(path) {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new Problem(
      `The folder ${cache} cannot be written to (${error.code}). Free some space if its disk is full, or choose another folder with LARKSONG_CACHE.`,
    );
  }
}

/** Throws a `Problem` if another user may have put there what root is about to run. */
function assertTrusted(path) {
  if (!isRoot) return;
  // The owner of this file decides what root runs in any case.
  const foreign = findForeignPart(path, [0, statSync(fileURLToPath(import.meta.url)).uid]);
  if (foreign === undefined) return;
  throw new Problem(
    `Root runs no programs from ${cache}, since other users can change ${foreign}. Remove ${cache}, see that only root can write to the folders above it, or choose another one with LARKSONG_CACHE.`,
  );
}

/** Removes unfinished installations of launchers that no longer run. */
function removeLeftovers(tools) {
  if (!existsSync(tools)) return;
  for (const entry of readdirSync(tools)) {
    const pid = Number(/\.(\d+)\.tmp$/.exec(entry)?.[1]);
    if (pid && !isAlive(pid)) rmSync(join(tools, entry), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Installs the packages of the lockfile unless they were already installed with the same lockfile and the same Node. */
async function installPackages(environment, node) {
  const modules = join(root, 'node_modules');
  const stamp = join(modules, '.larksong', 'installed');
  const wanted = fingerprint(node);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Installing packages (this takes a minute or two the first time) …');
  const args = [
    'install',
    '--frozen-lockfile',
    '--reporter=append-only',
    '--config.confirmModulesPurge=false',
  ];
  await runOrFail('pnpm', args, { cwd: root, env: environment, what: 'The packages could not be installed' });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function fingerprint(node) {
  const hash = createHash('sha256');
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'])
    hash.update(readFileSync(join(root, file)));
  return hash.update([root, node, process.platform, process.arch].join('\n')).digest('hex');
}

/** Runs a command; prints its output only if it fails, and a line every 15 s while it runs. */
function runOrFail(command, args, { cwd, env = process.env, what }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    running = child;
    let output = '';
    const startedAt = Date.now();
    const ticker = setInterval(
      () => say(`… still running (${Math.round((Date.now() - startedAt) / 1000)} s)`),
      15_000,
    );
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    child.once('error', (error) => {
      clearInterval(ticker);
      const isMissing = error.code === 'ENOENT';
      reject(new Problem(`${what}: ${isMissing ? `the program ${command} was not found` : error.message}.`));
    });
    child.once('close', (code) => {
      clearInterval(ticker);
      if (code === 0) return resolve();
      process.stderr.write(output);
      const isFull = /ENOSPC|No space left on device|Disk quota exceeded/.test(output);
      const advice = isFull ? 'The disk is full: free some space' : 'Check the network';
      reject(
        new Problem(
          `${what} (${command} exited with code ${code}; its output is above). ${advice} and try again.`,
        ),
      );
    });
  });
}

/** Runs the program in the foreground, passes signals on, and returns its exit code. */
function runMain(node, environment) {
  const [command, ...args] = process.argv.slice(2);
  const program =
    command === 'test'
      ? [join(root, 'tools', 'test-run', 'main.ts'), ...args]
      : [join(root, 'infra', 'local', 'src', 'main.ts'), ...process.argv.slice(2)];
  const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=2'];
  const child = spawn(node, [...flags, ...program], {
    cwd: root,
    env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', ...environment }, // it runs for months
    // The channel tells the program that its launcher is gone, for whatever reason.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  running = child;
  isMainRunning = true;
  stopWithParent(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal === null ? code : 1));
  });
}

/** Under npm: when npm is killed, nothing is left to pass on a Ctrl-C, so the program ends, too. */
function stopWithParent(child) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const before = describeParents();
  setInterval(() => {
    if (describeParents() !== before) child.kill('SIGTERM');
  }, 1000).unref();
}

/** Describes the npm above this process: its parent, or its parent's parent where npm runs scripts in a shell. */
function describeParents() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'latin1');
    const isShell = /^\d+ \((sh|dash|bash|ash|busybox)\)/.test(stat);
    return isShell
      ? `${process.ppid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`
      : String(process.ppid);
  } catch {
    return String(process.ppid); // no /proc on this system
  }
}

async function launch() {
  assertPlatform();
  assertFolder();
  const mask = isRoot ? process.umask(OPEN_MASK) : undefined;
  const node = await findNode();
  const pnpmFolder = await findPnpmFolder();
  const path = [dirname(node), pnpmFolder, process.env.PATH].join(delimiter);
  const environment = { ...process.env, PATH: path };
  await installPackages(environment, node);
  if (mask !== undefined) process.umask(mask);
  return runMain(node, environment);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn);
try {
  process.exitCode = await launch();
} catch (error) {
  console.error(error instanceof Problem ? `larksong: ${error.message}` : error);
  process.exitCode = 1;
}
