import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readSchema, SERVICE_NAMES } from '@larksong/local';
import { parse } from 'yaml';

export const ROOT = join(import.meta.dirname, '..', '..');
export const CHART = join(ROOT, 'infra', 'helm');
export const VALUES_SCHEMA = join(CHART, 'values.schema.json');

type ServiceName = (typeof SERVICE_NAMES)[number];

/** An entry of infra/helm/files/services.yaml. */
export interface ServiceFacts {
  port: number;
  metricsPort?: number;
  calls: ServiceName[];
  reaches: ('postgres' | 'redis' | 'storage' | 'mail')[];
  secrets: string[];
  mayHave?: string[];
  fixed?: Record<string, string>;
}

/** Settings that are meaningless in a cluster. */
export const LEFT_OUT: Record<ServiceName, string[]> = {
  auth: ['MAIL_DIR'], // superadmins read kept mails in the web client
  catalog: ['STORAGE_DIR'], // objects are in S3
  game: ['STORAGE_DIR'],
  transcoder: ['STORAGE_DIR'],
  gateway: ['STORAGE_DIR', 'REUSE_PORT'], // each pod has its own port
};
/** Settings that the chart sets for every service that has them. */
const DECIDED = ['HOST', 'PORT', 'PUBLIC_URL', 'S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_METRICS_URL'];

export function readFacts(): Record<ServiceName, ServiceFacts> {
  const text = readFileSync(join(CHART, 'files', 'services.yaml'), 'utf8');
  return parse(text) as Record<ServiceName, ServiceFacts>; // a test compares it with the services
}

/** Returns the settings of a service that the chart sets or takes from a Secret. */
export function listDecided(facts: ServiceFacts): string[] {
  const addresses = facts.calls.map((name) => `${name.toUpperCase()}_URL`);
  return [
    ...DECIDED,
    ...addresses,
    ...facts.secrets,
    ...(facts.mayHave ?? []),
    ...Object.keys(facts.fixed ?? {}),
  ];
}

/** Returns values.schema.json with the schemas of the settings and Secrets of each service. */
export async function withSettings(schema: { $defs: Record<string, unknown> }): Promise<object> {
  const facts = readFacts();
  const $defs = { ...schema.$defs };
  for (const name of SERVICE_NAMES) {
    const { secrets, mayHave = [] } = facts[name];
    const decided = [...listDecided(facts[name]), ...LEFT_OUT[name]];
    const free = Object.entries((await readSchema(name)).properties).filter(
      ([setting]) => !decided.includes(setting),
    );
    $defs[`${name}Settings`] = {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(free.map(([setting, property]) => [setting, toPlain(property)])),
    };
    $defs[`${name}Secrets`] = {
      type: 'object',
      propertyNames: { enum: [...secrets, ...mayHave] },
      additionalProperties: { $ref: '#/$defs/otherSecret' },
    };
  }
  return { ...schema, $defs };
}

/** Returns a schema without the text of its error message, and without its default, which may depend on the machine. */
function toPlain(property: object): unknown {
  return JSON.parse(JSON.stringify({ ...property, message: undefined, default: undefined }));
}
