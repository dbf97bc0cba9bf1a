import { Type, type Static, type TObject } from 'typebox';
import { Value } from 'typebox/value';

/** Settings of every service: its address and its log level. */
export const commonConfig = {
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535 }),
  LOG_LEVEL: Type.Union(
    (['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const).map((level) =>
      Type.Literal(level),
    ),
    { default: 'info' },
  ),
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

/**
 * Returns the settings of a schema from the environment, converted and with defaults; empty text counts as missing.
 * Throws one `ConfigError` that names all problems, without the values.
 */
export function loadConfig<S extends TObject>(schema: S, environment: NodeJS.ProcessEnv): Static<S> {
  const given: Record<string, unknown> = {};
  for (const name of Object.keys(schema.properties)) {
    const value = environment[name]?.trim();
    if (value !== undefined && value !== '') given[name] = value;
  }
  const config = Value.Convert(schema, Value.Default(schema, given));
  if (Value.Check(schema, config)) return config;
  throw new ConfigError(describe(schema, config));
}

class ConfigError extends Error {
  override name = 'ConfigError';

  constructor(problems: string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

function describe(schema: TObject, config: unknown): string[] {
  const problems = new Map<string, string>();
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = (config as Record<string, unknown>)[name];
    const optional = !schema.required?.includes(name);
    if (value === undefined && optional) continue;
    if (value === undefined) problems.set(name, 'is missing');
    else if (!Value.Check(property, value)) {
      const { message } = property as { message?: string };
      problems.set(name, message ?? [...Value.Errors(property, value)][0]?.message ?? 'is not valid');
    }
  }
  return [...problems].map(([name, problem]) => `${name} ${problem}`);
}
