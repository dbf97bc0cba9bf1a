import { addReadGauge, AppError, KEEP_READINGS_MS, keepReading } from '@larksong/service-kit';
import { Counter, type Registry } from 'prom-client';

import type { Db } from '../db/tables.ts';
import { countPlaces, type PlaceCounts } from './counts-store.ts';

const PIN_RESULTS = ['right', 'wrong', 'throttled', 'rests', 'failed'] as const;
const OPENING_RESULTS = ['opened', 'not_open', 'throttled', 'failed'] as const;
/** By what was typed or scanned; `none` is a text that is no code. */
const CODE_KINDS = ['card', 'class_code', 'none'] as const;
export type OpeningKind = (typeof CODE_KINDS)[number];

export interface NestMetrics {
  /** Opens a door by PIN and counts the result. */
  watchPin: <T>(work: () => Promise<T>) => Promise<T>;
  /** Opens nests by a code and counts the result. */
  watchOpening: <T>(kind: OpeningKind, work: () => Promise<T>) => Promise<T>;
}

/** Registers the metrics of nests; none of them says anything about one. */
export function createNestMetrics(registry: Registry, db: Db): NestMetrics {
  const pins = new Counter({
    name: 'auth_nest_pins_total',
    help: 'PINs at the doors of nests, by result',
    labelNames: ['result'],
    registers: [registry],
  });
  const openings = new Counter({
    name: 'auth_nest_openings_total',
    help: 'Codes that were to open nests on a device, by their kind and the result',
    labelNames: ['kind', 'result'],
    registers: [registry],
  });
  for (const result of PIN_RESULTS) pins.inc({ result }, 0);
  for (const kind of CODE_KINDS) for (const result of OPENING_RESULTS) openings.inc({ kind, result }, 0);
  addCounts(registry, db);
  return {
    watchPin: (work) => watch(work, 'right', (result) => pins.inc({ result: toPinResult(result) })),
    watchOpening: (kind, work) =>
      watch(work, 'opened', (result) => openings.inc({ kind, result: toOpeningResult(result) })),
  };
}

/** Runs some work and calls `count` with `success`, or with the code of its failure. */
async function watch<T>(
  work: () => Promise<T>,
  success: string,
  count: (result: string) => void,
): Promise<T> {
  try {
    const result = await work();
    count(success);
    return result;
  } catch (error) {
    count(error instanceof AppError ? error.code : 'INTERNAL');
    throw error;
  }
}

function toPinResult(result: string): (typeof PIN_RESULTS)[number] {
  if (result === 'right') return 'right';
  if (result === 'WRONG_PIN') return 'wrong';
  if (result === 'PIN_RESTS') return 'rests';
  return result === 'TOO_MANY_REQUESTS' ? 'throttled' : 'failed';
}

function toOpeningResult(result: string): (typeof OPENING_RESULTS)[number] {
  if (result === 'opened') return 'opened';
  if (result === 'CARD_NOT_OPEN') return 'not_open';
  return result === 'TOO_MANY_REQUESTS' ? 'throttled' : 'failed';
}

function addCounts(registry: Registry, db: Db): void {
  const read = keepReading(KEEP_READINGS_MS, () => countPlaces(db));
  const add = (name: string, help: string, toValue: (counts: PlaceCounts) => number) =>
    addReadGauge(registry, { name, help, read, toSamples: (counts) => [{ value: toValue(counts) }] });
  add('auth_nests', 'Nests, the places of children', ({ nests }) => nests);
  add('auth_nest_classes', 'Classes of nests', ({ classes }) => classes);
  add('auth_nest_devices', 'Devices on which nests are open', ({ devices }) => devices);
  add(
    'auth_nest_resting_pins',
    'PINs that open nothing until the password is given, after many wrong ones',
    ({ restingPins }) => restingPins,
  );
}
