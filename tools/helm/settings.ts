import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readSchema, SERVICE_NAMES } from '@larksong/local';
import { parse } from 'yaml';

import { Config as OperateConfig } from '../../infra/operate/src/config.ts';

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

/** An entry of infra/helm/files/operate.yaml. */
export interface OperatorFacts extends Omit<ServiceFacts, 'port' | 'reaches'> {
  reaches: (ServiceFacts['reaches'][number] | 'backups')[];
  /** By the service that has the Secret: settings with their names there. */
  borrows: Partial<Record<ServiceName, Record<string, string>>>;
  /** By the service that has the setting in the values. */
  shares?: Partial<Record<ServiceName, string[]>>;
}

/** Settings that are meaningless in a cluster. */
export const LEFT_OUT: Record<ServiceName, string[]> = {
  auth: ['MAIL_DIR'], // superadmins read kept mails in the web client
  catalog: ['STORAGE_DIR'], // objects are in S3
  game: ['STORAGE_DIR'],
  transcoder: ['STORAGE_DIR'],
  gateway: ['STORAGE_DIR', 'REUSE_PORT'], // each pod has its own port
};
/** The same for the command line for operators: files are in S3, and the hour of backups is in the schedule. */
export const LEFT_OUT_OF_OPERATE = ['STORAGE_DIR', 'DATA_DIR', 'BACKUP_HOUR'];
/** Settings that the chart sets for the command line, by `backup` and `game.publicClaim`. */
const DECIDED_FOR_OPERATE = ['BACKUP_FOLDER', 'PUBLIC_DIR'];
/** Settings that the chart sets for every service that has them. */
const DECIDED = ['HOST', 'PORT', 'PUBLIC_URL', 'S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_METRICS_URL'];

export function readFacts(): Record<ServiceName, ServiceFacts> {
  const text = readFileSync(join(CHART, 'files', 'services.yaml'), 'utf8');
  return parse(text) as Record<ServiceName, ServiceFacts>; // a test compares it with the services
}

export function readOperatorFacts(): Record<'operate' | 'backup', OperatorFacts> {
  const text = readFileSync(join(CHART, 'files', 'operate.yaml'), 'utf8');
  return parse(text) as Record<'operate' | 'backup', OperatorFacts>; // a test compares it with the settings
}

/** Returns the settings of the command line that the chart sets or takes from a Secret. */
export function listDecidedForOperate(facts: OperatorFacts): string[] {
  const borrowed = Object.values(facts.borrows).flatMap((names) => Object.keys(names));
  const shared = Object.values(facts.shares ?? {}).flat();
  return [...listDecided(facts), ...DECIDED_FOR_OPERATE, ...borrowed, ...shared];
}

/** Returns the settings of a service that the chart sets or takes from a Secret. */
export function listDecided(facts: Pick<ServiceFacts, 'calls' | 'secrets' | 'mayHave' | 'fixed'>): string[] {
  const addresses = facts.calls.map((name) => `${name.toUpperCase()}_URL`);
  return [
    ...DECIDED,
    ...addresses,
    ...facts.secrets,
    ...(facts.mayHave ?? []),
    ...Object.keys(facts.fixed ?? {}),
  ];
}

/** Returns values.schema.json with the schemas of the settings and Secrets of each service, and of the command line. */
export async function withSettings(schema: { $defs: Record<string, unknown> }): Promise<object> {
  const facts = readFacts();
  const { operate } = readOperatorFacts();
  const $defs = { ...schema.$defs };
  for (const name of SERVICE_NAMES) {
    const decided = [...listDecided(facts[name]), ...LEFT_OUT[name]];
    $defs[`${name}Settings`] = toSettings((await readSchema(name)).properties, decided);
    $defs[`${name}Secrets`] = toSecrets(facts[name]);
  }
  const decided = [...listDecidedForOperate(operate), ...LEFT_OUT_OF_OPERATE];
  $defs['operateSettings'] = toSettings(OperateConfig.properties, decided);
  $defs['operateSecrets'] = toSecrets(operate);
  return { ...schema, $defs };
}

function toSettings(properties: Record<string, object>, decided: readonly string[]): object {
  const free = Object.entries(properties).filter(([setting]) => !decided.includes(setting));
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(free.map(([setting, property]) => [setting, toPlain(property)])),
  };
}

function toSecrets({ secrets, mayHave = [] }: Pick<ServiceFacts, 'secrets' | 'mayHave'>): object {
  return {
    type: 'object',
    propertyNames: { enum: [...secrets, ...mayHave] },
    additionalProperties: { $ref: '#/$defs/otherSecret' },
  };
}

/** Returns a schema without the text of its error message, and without its default, which may depend on the machine. */
function toPlain(property: object): unknown {
  return JSON.parse(JSON.stringify({ ...property, message: undefined, default: undefined }));
}
