import { ApiError } from '@larksong/contracts';
import { toFileKind } from '@larksong/import';

import { refreshVideos } from '../../api/refresh-videos.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { checkFiles } from './check-files.ts';
import type { DroppedFiles, ImportFile } from './dropped-files.ts';
import { createHasher } from './hasher.ts';
import { toEmptyState, type Defaults, type ImportState } from './import-state.ts';
import { toItems, toKey, type Edit, type Edits, type ItemState } from './items.ts';
import { rememberLeft } from './left-over.ts';
import { addFiles, NO_FILES, planFiles, withoutTable } from './plan-files.ts';
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
  let chosen = NO_FILES;
  let unreadable: readonly string[] = [];
  let edits: Edits = {};
  let working = new AbortController();

  const change = (changes: Partial<ImportState>) => state.set({ ...state.get(), ...changes });
  const listStates = () => new Map(state.get().items.map((item) => [item.key, item.state]));
  const plan = (states: ReadonlyMap<string, ItemState> = listStates(), doubts: readonly string[] = []) => {
    const { films, problems, notes } = planFiles(chosen, state.get().defaults);
    change({
      items: toItems(films, { edits, states }),
      problems,
      notes: [...unreadable.map(toUnreadable), ...notes, ...doubts],
    });
  };
  const begin = () => {
    working.abort();
    working = new AbortController();
    return working.signal;
  };
  const check = async (signal: AbortSignal) => {
    const files = chosen.files.filter(({ path }) => toFileKind(path) === 'video');
    const onRead = (read: number, total: number) => change({ reading: { read, total } });
    const found = await checkFiles(files, { hasher, signal, onRead });
    for (const [file, hash] of found.hashes) hashes.set(toKey(file), hash);
    const states = listStates();
    for (const [file, twin] of found.twins)
      if (states.get(toKey(file))?.phase !== 'done') states.set(toKey(file), { phase: 'known', twin });
    plan(states, found.uncertain.map(toDoubt));
  };
  const run = async () => {
    await runImport({ state, hasher, hashes, signal: begin() });
    void refreshVideos();
  };

  const job: Import = {
    state,
    async add(dropped, oldEdits = {}) {
      const signal = begin();
      change({ phase: 'checking', stopReason: null, reading: null });
      chosen = await addFiles(chosen, dropped.files);
      unreadable = [...new Set([...unreadable, ...dropped.unreadable])];
      edits = { ...oldEdits, ...edits };
      plan();
      const stopReason = await check(signal).then(
        () => null,
        (error: unknown) => toCheckSentence(error),
      );
      if (signal !== working.signal) return; // more files were added
      const { items } = state.get();
      change({ phase: items.length === 0 ? 'empty' : 'ready', reading: null, stopReason });
      if (items.length > 0) rememberLeft(items);
    },
    compare: () => job.add({ files: [], unreadable: [] }),
    dropTable() {
      chosen = withoutTable(chosen);
      plan();
    },
    choose(defaults) {
      change({ defaults: { ...state.get().defaults, ...defaults } });
      plan();
    },
    edit(key, edit) {
      edits = { ...edits, [key]: { ...edits[key], ...edit } };
      plan();
      const { items } = state.get();
      if (items.length === 0) change({ phase: 'empty' });
      rememberLeft(items);
    },
    start: run,
    async retryFailed() {
      const states = listStates();
      for (const [key, { phase }] of states) if (phase === 'failed') states.set(key, { phase: 'new' });
      plan(states);
      await run();
    },
    stop: () => working.abort(),
    close() {
      working.abort();
      hasher.close();
    },
  };
  return job;
}

function toUnreadable(path: string): string {
  return `${path} cannot be read and is left out. Check its permissions, then choose it again.`;
}

function toDoubt({ path }: ImportFile): string {
  return `${path} may be on the site already: a video of the same size has not been compared yet.`;
}

function toCheckSentence(error: unknown): string {
  const reason = error instanceof ApiError ? ` ${errorSentence(error)}` : '';
  return `The files were not compared with the videos on the site.${reason}`;
}
