import { CommandError } from '@larksong/service-kit';
import { describe, expect, it } from 'vitest';

import { readArguments, toNumber, type Command } from './command.ts';
import { runOperate } from './run.ts';

const commands: Record<string, Command> = {
  greet: {
    usage: 'NAME [--times N]',
    summary: 'say hello',
    async run(args, { print }) {
      const options = { times: { type: 'string' } } as const;
      const { values, positionals } = readArguments(args, { options, least: 1, most: 1 });
      for (let time = 0; time < (toNumber('--times', values.times) ?? 1); time += 1)
        print(`Hello ${positionals[0]}`);
    },
  },
  fail: {
    usage: '',
    summary: 'fail',
    run: async () => {
      throw new CommandError('The disk is full.');
    },
  },
};

async function run(...args: string[]) {
  const lines: string[] = [];
  const complaints: string[] = [];
  const code = await runOperate(commands, args, {
    environment: {},
    signal: new AbortController().signal,
    print: (line) => lines.push(line),
    note: () => {},
    complain: (line) => complaints.push(line),
  });
  return { code, output: lines.join('\n'), complaint: complaints.join('\n') };
}

describe('the command line', () => {
  it('a command gets its arguments and ends with code 0', async () => {
    expect(await run('greet', 'Ada', '--times', '2')).toEqual({
      code: 0,
      output: 'Hello Ada\nHello Ada',
      complaint: '',
    });
  });

  it('a failed command ends with code 1 and its sentence alone', async () => {
    expect(await run('fail')).toEqual({ code: 1, output: '', complaint: 'The disk is full.' });
  });

  it.each([
    { args: ['greet'], complaint: 'An argument is missing.' },
    { args: ['greet', 'a', 'b'], complaint: '"b" is one argument too many.' },
    { args: ['greet', 'a', '--loud'], complaint: "Unknown option '--loud'" },
    { args: ['greet', 'a', '--times', 'x'], complaint: '--times must be a whole number, not "x".' },
    { args: ['constructor'], complaint: 'There is no command "constructor".' },
  ])('a misused command line ends with code 2: $complaint', async ({ args, complaint }) => {
    const result = await run(...args);
    expect(result).toMatchObject({ code: 2, output: '' });
    expect(result.complaint).toContain(complaint);
    expect(result.complaint).toContain('larksong');
  });

  it('help lists all commands and explains each of them', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, output: expect.stringContaining('say hello') });
    expect(await run()).toMatchObject({ code: 0, output: expect.stringContaining('greet') });
    expect(await run('greet', '--help')).toMatchObject({
      code: 0,
      output: 'larksong greet NAME [--times N]\n  say hello',
    });
  });
});
