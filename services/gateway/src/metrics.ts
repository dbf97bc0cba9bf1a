import { Registry } from 'prom-client';

import { createNoteRefusal, type NoteRefusal } from './guard/refusals.ts';

export interface Metrics {
  registry: Registry;
  noteRefusal: NoteRefusal;
}

/** Returns the gateway's own metrics: the requests that it refused, by limit. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  return { registry, noteRefusal: createNoteRefusal(registry) };
}
