import { Problem } from './problem.ts';
import type { StackOptions } from './stack-options.ts';

/** The settings that `npm start` reads from its environment; names that are not set keep their defaults. */
export type StartSettings = Pick<
  StackOptions,
  'port' | 'dataDir' | 'host' | 'publicUrl' | 'superadmin' | 'workers' | 'gateways' | 'watchdog'
>;

/** Reads the settings of `npm start`; throws a `Problem` with a sentence if one is invalid. */
export function readSettings(environment: Record<string, string | undefined>): StartSettings {
  const given = (name: string): string | undefined => environment[name] || undefined; // set but empty: not set
  const host = given('HOST');
  const publicUrl = given('PUBLIC_URL');
  const workers = given('WORKERS');
  const gateways = given('GATEWAYS');
  const watchdog = given('WATCHDOG');
  return {
    port: toPort(given('PORT') ?? '8080'),
    dataDir: given('DATA_DIR') ?? '.data',
    ...(host === undefined ? {} : { host }),
    ...(publicUrl === undefined ? {} : { publicUrl: toOrigin(publicUrl) }),
    ...(watchdog === undefined ? {} : { watchdog: toSwitch('WATCHDOG', watchdog) }),
    ...(workers === undefined ? {} : { workers: toCount('WORKERS', workers, 'transcoders') }),
    ...(gateways === undefined ? {} : { gateways: toGateways(gateways) }),
    superadmin: {
      ...entry('email', given('SUPERADMIN_EMAIL')),
      ...entry('username', given('SUPERADMIN_USERNAME')),
      ...entry('password', given('SUPERADMIN_PASSWORD')),
    },
  };
}

function entry<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, string>); // a computed key widens to string
}

function toPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new Problem(`PORT=${text} is not a port; it must be a whole number from 1 to 65535.`);
  return port;
}

function toCount(name: string, text: string, of: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1 || count > 64)
    throw new Problem(
      `${name}=${text} is not a valid number of ${of}; it must be a whole number from 1 to 64.`,
    );
  return count;
}

function toGateways(text: string): number {
  const count = toCount('GATEWAYS', text, 'gateways');
  if (count > 1 && process.platform !== 'linux')
    throw new Problem(`GATEWAYS=${text}: several gateways can share a port only on Linux.`);
  return count;
}

function toSwitch(name: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new Problem(`${name}=${text} is neither on nor off.`);
  return text === 'on';
}

function toOrigin(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/')
    throw new Problem(
      `PUBLIC_URL=${text} is not the address of a site; it must look like https://songs.example, without a path.`,
    );
  return url.origin;
}
