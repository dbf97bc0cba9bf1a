import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { addTool, ensureTools, findCommand, REDIS, type Tool } from '../src/host/tools.ts';

const TOOL: Tool = { commands: ['lark-tool'], title: 'Lark', apt: 'lark', brew: 'lark' };

/** Prints that one package would be installed, as `apt-get --simulate` does. */
const PLAN = 'echo "Inst lark (2 Debian:12/stable [amd64])"; echo "Conf lark (2 Debian:12/stable [amd64])"';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-tools-'));
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`);
  await program('sudo', 'shift; exec "$@"');
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function program(name: string, body: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${body}\n`);
  await chmod(join(folder, name), 0o755);
}

/** Returns the arguments of each call to the package manager. */
async function calls(): Promise<string[]> {
  return (await readFile(join(folder, 'calls'), 'utf8').catch(() => '')).split('\n').filter(Boolean);
}

describe.runIf(process.platform === 'linux')('with apt-get', () => {
  it('missing tools are installed and announced, after the package lists are read once', async () => {
    await program(
      'apt-get',
      `echo "$*" >> ${folder}/calls; [ "$1" = update ] || cp ${folder}/sudo ${folder}/lark-tool`,
    );
    const lines: string[] = [];
    await ensureTools([TOOL, REDIS], (line) => lines.push(line));
    expect(await calls()).toEqual(['update -qq', 'install -y -qq --no-install-recommends lark']);
    expect(lines).toEqual(['Installing Lark with apt-get (this can take a few minutes) …']);
    expect(await findCommand(TOOL.commands)).toBe(join(folder, 'lark-tool'));
  });

  it('tools are installed even if the package lists cannot be read', async () => {
    await program('apt-get', `[ "$1" = update ] && exit 100; cp ${folder}/sudo ${folder}/lark-tool`);
    await ensureTools([TOOL], () => undefined);
    expect(await findCommand(TOOL.commands)).toBeDefined();
  });

  it('a failed installation says in one sentence what to install', async () => {
    await program('apt-get', 'exit 100');
    await expect(ensureTools([TOOL], () => undefined)).rejects.toThrow(
      'Larksong needs Lark, which could not be installed here. Install it with "sudo apt-get install lark" or the package manager of this system, then start again.',
    );
  });

  it('a tool that makes something cheaper is installed only if nothing else is upgraded for it', async () => {
    const apt = async (plan: string) =>
      program(
        'apt-get',
        `echo "$*" >> ${folder}/calls; case "$*" in *simulate*) ${plan};; *) cp ${folder}/sudo ${folder}/lark-tool;; esac`,
      );
    const lines: string[] = [];
    for (const plan of ['exit 100', `${PLAN}; echo "Inst larks-of-others [1] (2 Debian:12 [amd64])"`]) {
      await apt(plan);
      await addTool(TOOL, (line) => lines.push(line));
      expect(await findCommand(TOOL.commands)).toBeUndefined();
    }
    expect(lines).toEqual([]);
    await apt(PLAN);
    await addTool(TOOL, (line) => lines.push(line));
    expect(await findCommand(TOOL.commands)).toBe(join(folder, 'lark-tool'));
    expect(lines).toEqual(['Installing lark, which makes the tests faster …']);
    expect((await calls()).at(-1)).toBe('install -qq --no-install-recommends --no-remove -y lark');
  });

  it('a failed installation of an optional tool does not fail the start', async () => {
    await program('apt-get', 'exit 100');
    await ensureTools([{ ...TOOL, isOptional: true }], () => undefined);
    expect(await findCommand(TOOL.commands)).toBeUndefined();
  });
});

it('no package manager is called when every tool is installed', async () => {
  await program('apt-get', `echo "$*" >> ${folder}/calls`);
  await program('lark-tool', '');
  const lines: string[] = [];
  await ensureTools([TOOL], (line) => lines.push(line));
  expect(await calls()).toEqual([]);
  expect(lines).toEqual([]);
});
