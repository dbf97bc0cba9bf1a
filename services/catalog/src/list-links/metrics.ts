import { addReadGauge, AppError, keepReading } from '@larksong/service-kit';
import type { CodeKind } from '@larksong/service-kit/codes';
import { Counter, type Registry } from 'prom-client';

import type { Db } from '../db/tables.ts';
import { countUsableLinks } from './store.ts';

/** Counts codes that people typed or followed, never which ones. `none` is a text that is no code. */
export interface LinkMetrics {
  /** A link was opened; pages that open it again are not counted. */
  opened: (kind: CodeKind) => void;
  /** Opens something by a code and counts its failure by code of the error. */
  watch: <T>(kind: CodeKind | 'none', work: () => Promise<T>) => Promise<T>;
}

/** Counted from the start, so that an alert sees the first one. */
const KINDS = ['link', 'spoken'] as const;
const EXPECTED = ['LINK_NOT_OPEN', 'TOO_MANY_REQUESTS'] as const;

/** Registers the metrics of links to lists. */
export function createLinkMetrics(
  registry: Registry,
  { db, keepMs }: { db: Db; keepMs: number },
): LinkMetrics {
  const registers = [registry];
  const opened = new Counter({
    name: 'catalog_links_opened_total',
    help: 'Openings of links to lists, by a link itself or by a spoken code for the board',
    labelNames: ['kind'],
    registers,
  });
  const refused = new Counter({
    name: 'catalog_links_refused_total',
    help: 'Codes that opened no link, by the kind of code and the code of the error',
    labelNames: ['kind', 'code'],
    registers,
  });
  for (const kind of KINDS) opened.inc({ kind }, 0);
  for (const kind of [...KINDS, 'none']) refused.inc({ kind, code: EXPECTED[0] }, 0);
  refused.inc({ kind: 'spoken', code: EXPECTED[1] }, 0);
  addUsableLinks(registry, { db, keepMs });
  return {
    opened: (kind) => opened.inc({ kind }),
    async watch(kind, work) {
      try {
        return await work();
      } catch (error) {
        refused.inc({ kind, code: error instanceof AppError ? error.code : 'INTERNAL' });
        throw error;
      }
    },
  };
}

function addUsableLinks(registry: Registry, { db, keepMs }: { db: Db; keepMs: number }): void {
  const read = keepReading(keepMs, () => countUsableLinks(db));
  addReadGauge(registry, {
    name: 'catalog_list_links',
    help: 'Links to lists that have not ended, by owner of the list: accounts, or the site',
    labels: ['owner'],
    read,
    toSamples: (counts) => Object.entries(counts).map(([owner, value]) => ({ labels: { owner }, value })),
  });
}
