import { readFileSync } from 'node:fs';

import { Type, type Static, type TObject, type TSchema } from 'typebox';
import { Value } from 'typebox/value';

import { databaseConfig } from '../data/database.ts';
import { DEFAULT_LINES_PER_MINUTE } from '../limits/line-budget.ts';
import { tracingConfig } from '../tracing/config.ts';

/** Settings of every service: its address, its log and its traces. */
export const commonConfig = {
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535 }),
  LOG_LEVEL: Type.Union(
    (['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const).map((level) =>
      Type.Literal(level),
    ),
    { default: 'info' },
  ),
  /** Whether each response is logged, with a shortened address; failures always are. */
  ACCESS_LOG: Type.Union([Type.Literal('on'), Type.Literal('off')], { default: 'on' }),
  /** Lines a minute about the requests of one client network; further ones are counted. */
  LOG_LINES_PER_MINUTE: Type.Integer({ minimum: 10, default: DEFAULT_LINES_PER_MINUTE }),
  ...tracingConfig,
};

/** A secret of at least 32 characters. */
export const Secret = Type.String({ minLength: 32, message: 'must have at least 32 characters' });

/** The origin of another service, without a path. */
export const ServiceUrl = Type.String({
  pattern: '^https?://[^/?#]+/?$',
  message: 'must be an origin like http://127.0.0.1:3001',
});

/** Setting of every service that serves or makes `/internal` calls. */
export const internalConfig = {
  /** The secret that the services share. */
  INTERNAL_TOKEN: Secret,
};

/** Setting of every service that sends links or depends on the scheme of the site. */
export const publicUrlConfig = {
  /** The address of the site in browsers. */
  PUBLIC_URL: Type.String({
    pattern: '^https?://[^/?#]+/?$',
    default: 'http://localhost:8080',
    message: 'must be the address of the site, such as https://songs.example',
  }),
};

/** Returns the address of a service's database, by default from this process's environment. */
export function readDatabaseUrl(environment: NodeJS.ProcessEnv = process.env): string {
  return loadConfig(Type.Object({ DATABASE_URL: databaseConfig.DATABASE_URL }), environment).DATABASE_URL;
}

/**
 * Returns the settings of a schema from the environment, converted and with defaults; empty text counts as missing.
 * `NAME_FILE` names a file with the value of `NAME`, so that a secret need not be in the environment.
 * Throws one `ConfigError` that names all problems, without the values.
 */
export function loadConfig<S extends TObject>(schema: S, environment: NodeJS.ProcessEnv): Static<S> {
  const { config, problems } = inspectConfig(schema, environment);
  if (problems.size > 0) throw new ConfigError([...problems].map(([name, problem]) => `${name} ${problem}`));
  return config as Static<S>; // checked
}

/** Returns the settings as `loadConfig` does, with the problems by name instead of an error, such as "is missing". */
export function inspectConfig(
  schema: TObject,
  environment: NodeJS.ProcessEnv,
): { config: unknown; problems: Map<string, string> } {
  const given: Record<string, unknown> = {};
  const unread = new Map<string, string>();
  for (const name of Object.keys(schema.properties)) {
    const { value, problem } = readSetting(name, environment);
    if (value !== '') given[name] = value;
    if (problem !== undefined) unread.set(name, problem);
  }
  const config = Value.Convert(schema, Value.Default(schema, given));
  const isSound = unread.size === 0 && Value.Check(schema, config);
  return { config, problems: isSound ? new Map() : findProblems(schema, config, unread) };
}

/** Returns the value of a setting, empty if it is missing, and why its file cannot be used. */
function readSetting(name: string, environment: NodeJS.ProcessEnv): { value: string; problem?: string } {
  const value = environment[name]?.trim() ?? '';
  const file = environment[`${name}_FILE`]?.trim() ?? '';
  if (file === '') return { value };
  if (value !== '') return { value, problem: `is set twice: remove ${name} or ${name}_FILE` };
  try {
    return { value: readFileSync(file, 'utf8').trim() };
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException; // of a failed system call
    return { value, problem: `cannot be read from ${file} (${code})` };
  }
}

class ConfigError extends Error {
  override name = 'ConfigError';

  constructor(problems: string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

function findProblems(
  schema: TObject,
  config: unknown,
  unread: ReadonlyMap<string, string>,
): Map<string, string> {
  const problems = new Map(unread);
  for (const [name, property] of Object.entries(schema.properties)) {
    if (problems.has(name)) continue;
    const value = (config as Record<string, unknown>)[name];
    const optional = !schema.required?.includes(name);
    if (value === undefined && optional) continue;
    if (value === undefined) problems.set(name, 'is missing');
    else if (!Value.Check(property, value)) {
      problems.set(name, describeProblem(property, value));
    }
  }
  return problems;
}

/** Returns what a value must be, in words: the message of its setting, or that of the schema unless it is for programmers. */
function describeProblem(property: TSchema, value: unknown): string {
  const { message, anyOf } = property as { message?: string; anyOf?: { const?: unknown }[] };
  if (message !== undefined) return message;
  const values = anyOf?.map((each) => String(each.const));
  if (values && !values.includes('undefined'))
    return `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  const [error] = Value.Errors(property, value);
  return error === undefined || error.keyword === 'pattern' ? 'is not valid' : error.message;
}
