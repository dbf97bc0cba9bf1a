import { readArguments, type Command } from '../command.ts';
import { Config, readConfig } from '../config.ts';
import { runService } from './service-commands.ts';

const SECRET = /SECRET|TOKEN|PASSPHRASE|PASSWORD|ACCESS_KEY/;

export const config: Command = {
  usage:
    '[--json | --visitors everybody|nobody | --game everybody|nobody | --links nobody|superadmins|teachers|members | --open-to-everybody]',
  summary: 'show the settings of this command line, without secrets, or close the site to visitors',
  details: `  --visitors nobody        only signed-in people see songs; everybody opens the site again
  --game nobody            on a closed site, only signed-in people play the game
  --links nobody           on a closed site, whose links to lists open: nobody's, those of superadmins, of teachers
                           too, or of all members too
  --open-to-everybody      open a closed site, before an earlier version is started on its databases:
                           earlier versions show public songs to everybody, so they refuse to start until then

The change is recorded in the audit log, by "command line". SITE_VISITORS and GAME_VISITORS take precedence.`,
  async run(args, around) {
    const { environment, print } = around;
    const { values } = readArguments(args, { options: OPTIONS, least: 0, most: 0 });
    const changes = toChanges(values);
    if (changes.length > 0) return runService('catalog', ['access', ...changes], around);
    const settings: Record<string, unknown> = readConfig(environment);
    const shown = Object.keys(Config.properties).map(
      (name) => [name, hide(name, settings[name] ?? null)] as const,
    );
    if (values.json) print(JSON.stringify(Object.fromEntries(shown), null, 2));
    else for (const [name, value] of shown) print(`${name}=${toText(value)}`);
    return undefined;
  },
};

const OPTIONS = {
  json: { type: 'boolean' },
  visitors: { type: 'string' },
  game: { type: 'string' },
  links: { type: 'string' },
  'open-to-everybody': { type: 'boolean' },
} as const;

/** Returns the arguments of catalog's command that changes what visitors may use; none to show the settings. */
function toChanges(values: {
  visitors?: string;
  game?: string;
  links?: string;
  'open-to-everybody'?: boolean;
}): string[] {
  const visitors = values['open-to-everybody'] ? 'everybody' : values.visitors;
  return [
    ...(visitors === undefined ? [] : ['--visitors', visitors]),
    ...(values.game === undefined ? [] : ['--game', values.game]),
    ...(values.links === undefined ? [] : ['--links', values.links]),
  ];
}

function hide(name: string, value: unknown): unknown {
  if (value === null) return null;
  if (SECRET.test(name)) return '(hidden)';
  return typeof value === 'string' ? value.replace(/(:\/\/[^:/@]*):[^@/]*@/, '$1:(hidden)@') : value;
}

function toText(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
