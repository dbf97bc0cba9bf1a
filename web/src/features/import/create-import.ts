import { ApiError } from '@larksong/contracts';
import { checkFiles } from '@larksong/import';

import { call } from '../../api/client.ts';
import { refreshVideos } from '../../api/refresh-videos.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { text } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { change, createPlan, type Plan } from './create-plan.ts';
import type { DroppedFiles, ImportFile } from './dropped-files.ts';
import { createHasher, type Hasher } from './hasher.ts';
import { toEmptyState, type Defaults, type ImportState } from './import-state.ts';
import { toKey, type Edit, type Edits } from './items.ts';
import { rememberLeft } from './left-over.ts';
import { runImport } from './run-import.ts';

/** An import of many films, from the choice of files to the last one sent. */
export interface Import {
  state: Store<ImportState>;
  /** Adds files and compares them with the site. `edits` are corrections from before a reload. */
  add: (dropped: DroppedFiles, edits?: Edits) => Promise<void>;
  /** Compares the files with the site again. */
  compare: () => Promise<void>;
  dropTable: () => void;
  choose: (defaults: Partial<Defaults>) => void;
  edit: (key: string, edit: Edit) => void;
  /** Sends everything that is due. */
  start: () => Promise<void>;
  retryFailed: () => Promise<void>;
  /** Stops sending or comparing; large files continue where they stopped. */
  stop: () => void;
  /** Stops, and ends the worker. */
  close: () => void;
}

/** Creates an empty import for a user. */
export function createImport(userId: string): Import {
  const state = createStore(toEmptyState(userId));
  const hasher = createHasher();
  const hashes = new Map<string, string>();
  const plan = createPlan(state);
  let working = new AbortController();

  const begin = () => {
    working.abort();
    working = new AbortController();
    return working.signal;
  };
  const add = async (dropped: DroppedFiles, edits: Edits = {}) => {
    const signal = begin();
    change(state, { phase: 'checking', stopReason: null, reading: null });
    await plan.add(dropped, edits);
    const stopReason = await findTwins(plan, { state, hasher, hashes, signal });
    if (signal !== working.signal) return; // more files were added
    const { items } = state.get();
    change(state, { phase: items.length === 0 ? 'empty' : 'ready', reading: null, stopReason });
    if (items.length > 0) rememberLeft(items);
  };
  const start = async () => {
    await runImport({ state, hasher, hashes, signal: begin() });
    void refreshVideos();
  };
  return {
    state,
    add,
    compare: () => add({ files: [], unreadable: [] }),
    dropTable: plan.dropTable,
    choose: plan.choose,
    edit: plan.edit,
    start,
    async retryFailed() {
      plan.renewFailed();
      await start();
    },
    stop: () => working.abort(),
    close() {
      working.abort();
      hasher.close();
    },
  };
}

interface TwinDeps {
  state: Store<ImportState>;
  hasher: Hasher;
  /** Receives the hashes of the files that were read. */
  hashes: Map<string, string>;
  signal: AbortSignal;
}

/** Compares the films with the site. Resolves to the reason why that was not possible, or null. */
async function findTwins(plan: Plan, { state, hasher, hashes, signal }: TwinDeps): Promise<string | null> {
  try {
    const onRead = (read: number, total: number) => change(state, { reading: { read, total } });
    const hash = ({ file }: ImportFile) => hasher.hash(file);
    const found = await checkFiles(plan.listVideos(), { call, hash, signal, onRead });
    for (const [file, hash] of found.hashes) hashes.set(toKey(file), hash);
    plan.markTwins(found);
    return null;
  } catch (error) {
    return toCheckSentence(error);
  }
}

function toCheckSentence(error: unknown): string {
  return error instanceof ApiError
    ? text('import.not-compared-because', { reason: errorSentence(error) })
    : text('import.not-compared');
}
