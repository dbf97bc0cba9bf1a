import { addReadGauge, keepReading } from '@larksong/service-kit';
import type { Registry } from 'prom-client';

import type { Db } from '../db/tables.ts';
import { countAll } from './store.ts';

/** Registers how many lists there are, of accounts and of the site, and how many songs in them. */
export function addSongLists(registry: Registry, { db, keepMs }: { db: Db; keepMs: number }): void {
  const read = keepReading(keepMs, () => countAll(db));
  addReadGauge(registry, {
    name: 'catalog_song_lists',
    help: 'Lists of songs by owner: accounts, or the site',
    labels: ['owner'],
    read,
    toSamples: (counts) =>
      Object.entries(counts).map(([owner, { lists }]) => ({ labels: { owner }, value: lists })),
  });
  addReadGauge(registry, {
    name: 'catalog_listed_songs',
    help: 'Songs in these lists; one in several lists counts in each',
    labels: ['owner'],
    read,
    toSamples: (counts) =>
      Object.entries(counts).map(([owner, { songs }]) => ({ labels: { owner }, value: songs })),
  });
}
