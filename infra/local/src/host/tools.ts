import { execFile, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { Problem } from './problem.ts';

const run = promisify(execFile);

/** A system program, and the packages that provide it. */
export interface Tool {
  /** Names under which it may be found, in order of preference. */
  commands: string[];
  /** Its name in sentences. */
  title: string;
  apt: string;
  brew: string;
  /** Larksong works without it, with less protection or fewer features. */
  isOptional?: boolean;
}

export const REDIS: Tool = { commands: ['redis-server'], title: 'Redis', apt: 'redis-server', brew: 'redis' };
export const FFMPEG: Tool = { commands: ['ffmpeg'], title: 'ffmpeg', apt: 'ffmpeg', brew: 'ffmpeg' };
export const FFPROBE: Tool = { ...FFMPEG, commands: ['ffprobe'] };
export const BUBBLEWRAP: Tool = {
  commands: ['bwrap'],
  title: 'bubblewrap',
  apt: 'bubblewrap',
  brew: '', // Linux only
  isOptional: true,
};
/** Chromium without windows, which needs half of its processor time; not every distribution has it. */
export const HEADLESS_SHELL: Tool = {
  commands: ['chromium-headless-shell'],
  title: 'Chromium',
  apt: 'chromium-headless-shell',
  brew: '',
  isOptional: true,
};
export const CHROMIUM: Tool = {
  commands: [
    ...HEADLESS_SHELL.commands,
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ],
  title: 'Chromium',
  apt: 'chromium',
  brew: 'chromium',
};

/** Folders that contain programs but are not on every user's path. */
const MORE_FOLDERS = ['/usr/local/bin', '/usr/bin', '/usr/sbin', '/opt/homebrew/bin'];

const WITHOUT_QUESTIONS = ['env', 'DEBIAN_FRONTEND=noninteractive'];

/** Returns the PATH of this process with the usual folders at its end; also for programs that search on their own. */
export function searchPath(): string {
  return [process.env['PATH'] ?? '', ...MORE_FOLDERS].join(delimiter);
}

/** Returns the path of the first of the commands that is installed, or undefined. */
export async function findCommand(commands: string[]): Promise<string | undefined> {
  for (const command of commands)
    for (const folder of searchPath().split(delimiter)) {
      const path = join(folder, command);
      const isThere = await access(path, constants.X_OK).then(
        () => folder !== '',
        () => false,
      );
      if (isThere) return path;
    }
  return undefined;
}

/** Returns the path of redis-server; throws a `Problem` that says how to install it if it is missing. */
export async function findRedisServer(): Promise<string> {
  const found = await findCommand(REDIS.commands);
  if (found === undefined) throw new Problem(howToInstall([REDIS]));
  return found;
}

/**
 * Installs the missing tools with the system's package manager, and says so.
 * Throws a `Problem` with one sentence if a required tool cannot be installed.
 */
export async function ensureTools(tools: Tool[], say: (line: string) => void): Promise<void> {
  const missing = await listMissing(tools);
  if (missing.length === 0) return;
  const install = await findInstaller(missing);
  if (install !== undefined) {
    say(`Installing ${titles(missing)} with ${install.title} (this can take a few minutes) …`);
    for (const step of install.steps) if (!(await runStep(step))) break;
  }
  const stillMissing = (await listMissing(missing)).filter((tool) => tool.isOptional !== true);
  if (stillMissing.length > 0) throw new Problem(howToInstall(stillMissing));
}

/**
 * Installs a tool that only makes something cheaper, if the package lists have it as they are and nothing else would be
 * upgraded or removed.
 */
export async function addTool(tool: Tool, say: (line: string) => void): Promise<void> {
  const apt = await findCommand(['apt-get']);
  if (apt === undefined || (await listMissing([tool])).length === 0) return;
  const options = ['install', '-qq', '--no-install-recommends', '--no-remove'];
  const plan = await run(apt, [...options, '--simulate', tool.apt]).then(
    ({ stdout }) => stdout.split('\n').filter((line) => line.startsWith('Inst ')),
    () => [],
  );
  // `Inst lark [1] (2 Debian:12 [amd64])` names the installed version first; the other brackets hold the architecture.
  const isUpgrade = (line: string) => /^Inst \S+ \[/.test(line);
  const asRoot = plan.length === 0 || plan.some(isUpgrade) ? undefined : await findWayToRoot();
  if (asRoot === undefined) return;
  say(`Installing ${tool.apt}, which makes the tests faster …`);
  await runStep({
    command: [...asRoot, ...WITHOUT_QUESTIONS, apt, ...options, '-y', tool.apt],
    mayFail: true,
  });
}

async function listMissing(tools: Tool[]): Promise<Tool[]> {
  const missing: Tool[] = [];
  for (const tool of tools) if ((await findCommand(tool.commands)) === undefined) missing.push(tool);
  return missing;
}

interface Installer {
  title: string;
  /** Run in order until the first failure. */
  steps: { command: string[]; mayFail: boolean }[];
}

async function findInstaller(tools: Tool[]): Promise<Installer | undefined> {
  if (process.platform === 'darwin') return findHomebrew(tools);
  const apt = await findCommand(['apt-get']);
  if (apt === undefined) return undefined;
  const asRoot = await findWayToRoot();
  if (asRoot === undefined) return undefined;
  const names = [...new Set(tools.map((tool) => tool.apt))];
  return {
    title: 'apt-get',
    steps: [
      // One broken package source must not stop installations from the others.
      { command: [...asRoot, apt, 'update', '-qq'], mayFail: true },
      {
        command: [
          ...asRoot,
          ...WITHOUT_QUESTIONS,
          apt,
          'install',
          '-y',
          '-qq',
          '--no-install-recommends',
          ...names,
        ],
        mayFail: false,
      },
    ],
  };
}

async function findHomebrew(tools: Tool[]): Promise<Installer | undefined> {
  const brew = await findCommand(['brew']);
  const names = [...new Set(tools.map((tool) => tool.brew))].filter((name) => name !== '');
  if (brew === undefined || names.length === 0) return undefined;
  return { title: 'Homebrew', steps: [{ command: [brew, 'install', '--quiet', ...names], mayFail: false }] };
}

/** Returns the prefix that runs a command as root: nothing for root, `sudo` if it asks for no password. */
async function findWayToRoot(): Promise<string[] | undefined> {
  if (process.getuid?.() === 0) return [];
  const sudo = await findCommand(['sudo']);
  if (sudo === undefined) return undefined;
  return run(sudo, ['-n', 'true']).then(
    () => [sudo, '-n'],
    () => undefined,
  );
}

function runStep(step: { command: string[]; mayFail: boolean }): Promise<boolean> {
  const [command = '', ...args] = step.command;
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', () => resolve(step.mayFail));
    child.once('close', (code) => resolve(code === 0 || step.mayFail));
  });
}

function titles(tools: Tool[]): string {
  return [...new Set(tools.map((tool) => tool.title))].join(', ');
}

function howToInstall(tools: Tool[]): string {
  const isMac = process.platform === 'darwin';
  const names = [...new Set(tools.map((tool) => (isMac ? tool.brew : tool.apt)))].join(' ');
  const command = isMac ? `brew install ${names}` : `sudo apt-get install ${names}`;
  return `Larksong needs ${titles(tools)}, which could not be installed here. Install it with "${command}" or the package manager of this system, then start again.`;
}
