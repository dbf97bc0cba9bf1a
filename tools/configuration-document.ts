import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readSchema, SERVICE_NAMES, type SettingSchema } from '@larksong/local';

const ROOT = join(import.meta.dirname, '..');

const HEAD = `# Configuration

All settings of the services, generated from their schemas by \`pnpm configuration\`. With \`npm start\`, set them in the environment; with Docker, in \`.env\`. What \`npm start\` and compose decide themselves (addresses between the services, ports, passwords of databases) is marked with ⚙ and need not be set. The settings of \`npm start\` and of compose themselves are in the [README](../../README.md).

Each secret can also be read from a file: \`NAME_FILE\` instead of \`NAME\` ([secrets](secrets.md)).
`;

/** The settings that the launcher and compose decide. */
const DECIDED =
  /^(HOST|PORT|REUSE_PORT|SETUP_LAUNCHER|METRICS_HOST|METRICS_PORT|DATABASE_URL|REDIS_URL|(AUTH|CATALOG|GAME)_URL|INTERNAL_TOKEN|AUTH_SECRET|STREAM_COOKIE_SECRET|LINK_SECRET|(PUBLIC|WORK|WEB|STORAGE|MAIL)_DIR)$/;

/** Settings whose defaults depend on the machine. */
const OF_THE_MACHINE: Record<string, string> = {
  WORKER_NAME: "the host's name",
  WORK_DIR: "the system's temporary folder",
  FFMPEG_THREADS: 'all processors, at most 8',
};

/** Returns the page with all settings: their values and defaults from the schemas, their meanings from the documentation. */
export async function toConfigurationPage(): Promise<string> {
  const sections = await Promise.all(
    SERVICE_NAMES.map(async (service) => {
      const meanings = readMeanings(service);
      const rows = Object.entries((await readSchema(service)).properties).map(([name, schema]) => {
        const cells = [
          `\`${name}\`${DECIDED.test(name) ? ' ⚙' : ''}`,
          describeValues(schema),
          OF_THE_MACHINE[name] ?? describeDefault(schema),
          meanings.get(name) ?? '',
        ];
        return `| ${cells.join(' | ')} |`;
      });
      return `## ${service}\n\n| name | values | default | meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`;
    }),
  );
  return `${HEAD}\n${sections.join('\n')}`;
}

/** Returns the settings of a service that its documentation does not explain. */
export async function listUnexplained(service: (typeof SERVICE_NAMES)[number]): Promise<string[]> {
  const meanings = readMeanings(service);
  return Object.keys((await readSchema(service)).properties).filter((name) => !meanings.has(name));
}

/** Returns the meaning of each setting in the tables of a service's pages: the last cell of the row that names it. */
function readMeanings(service: string): Map<string, string> {
  const meanings = new Map<string, string>();
  for (const line of readPages(service).split('\n')) {
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    const [names = ''] = cells;
    for (const [, name = ''] of names.matchAll(/`([A-Z][A-Z0-9_]+)`/g))
      if (!meanings.has(name)) meanings.set(name, cells.at(-1)?.trim() ?? '');
  }
  return meanings;
}

/** Returns a service's README and, if there is one, its page in docs/, with links that lead on from docs/operations/. */
function readPages(service: string): string {
  const readme = readFileSync(join(ROOT, 'services', service, 'README.md'), 'utf8');
  const page = join(ROOT, 'docs', `${service}.md`);
  const details = existsSync(page) ? readFileSync(page, 'utf8') : '';
  return readme.replaceAll('](../../docs/', '](../') + details.replaceAll(/\]\((?!https?:|#)/g, '](../');
}

function describeValues(schema: SettingSchema): string {
  if (schema.anyOf) return schema.anyOf.map((option) => `\`${option.const}\``).join(', ');
  const { minimum, maximum, exclusiveMinimum } = schema;
  const kind = schema.type === 'integer' ? 'whole number' : schema.type === 'number' ? 'number' : 'text';
  if (minimum !== undefined && maximum !== undefined) return `${kind}, ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${kind} from ${minimum}`;
  if (exclusiveMinimum !== undefined) return `${kind} above ${exclusiveMinimum}`;
  return schema.minLength === undefined || schema.minLength < 2
    ? kind
    : `${kind}, ${schema.minLength} characters or more`;
}

function describeDefault(schema: SettingSchema): string {
  return schema.default === undefined ? '' : `\`${String(schema.default)}\``;
}
