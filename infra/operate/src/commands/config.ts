import { readArguments, type Command } from '../command.ts';
import { Config, readConfig } from '../config.ts';

const SECRET = /SECRET|TOKEN|PASSPHRASE|PASSWORD|ACCESS_KEY/;

export const config: Command = {
  usage: '[--json]',
  summary: 'show the settings of this command line, without secrets',
  async run(args, { environment, print }) {
    const { values } = readArguments(args, { options: { json: { type: 'boolean' } }, least: 0, most: 0 });
    const settings: Record<string, unknown> = readConfig(environment);
    const shown = Object.keys(Config.properties).map(
      (name) => [name, hide(name, settings[name] ?? null)] as const,
    );
    if (values.json) print(JSON.stringify(Object.fromEntries(shown), null, 2));
    else for (const [name, value] of shown) print(`${name}=${toText(value)}`);
  },
};

function hide(name: string, value: unknown): unknown {
  if (value === null) return null;
  if (SECRET.test(name)) return '(hidden)';
  return typeof value === 'string' ? value.replace(/(:\/\/[^:/@]*):[^@/]*@/, '$1:(hidden)@') : value;
}

function toText(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
