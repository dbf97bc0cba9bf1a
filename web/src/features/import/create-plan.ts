import { toFileKind, type CheckedFiles } from '@larksong/import';

import type { Store } from '../../lib/store.ts';
import { text } from '../../lib/texts.ts';
import type { DroppedFiles, ImportFile } from './dropped-files.ts';
import type { Defaults, ImportState } from './import-state.ts';
import { toItems, toKey, type Edit, type Edits, type ItemState } from './items.ts';
import { rememberLeft } from './left-over.ts';
import { addFiles, NO_FILES, planFiles, withoutTable } from './plan-files.ts';

/** The chosen files of an import and their corrections. Every change is listed in the state of the import. */
export interface Plan {
  /** Adds files. `edits` are corrections from before a reload. */
  add: (dropped: DroppedFiles, edits: Edits) => Promise<void>;
  listVideos: () => ImportFile[];
  /** Marks the films that need not be sent. */
  markTwins: (found: Pick<CheckedFiles<ImportFile>, 'twins' | 'uncertain'>) => void;
  dropTable: () => void;
  choose: (defaults: Partial<Defaults>) => void;
  edit: (key: string, edit: Edit) => void;
  /** Makes failed films new again. */
  renewFailed: () => void;
}

/** Creates an empty plan. */
export function createPlan(state: Store<ImportState>): Plan {
  let chosen = NO_FILES;
  let unreadable: readonly string[] = [];
  let edits: Edits = {};
  const listStates = () => new Map(state.get().items.map((item) => [item.key, item.state]));
  const list = (states: ReadonlyMap<string, ItemState> = listStates(), doubts: readonly string[] = []) => {
    const { films, fault, notes } = planFiles(chosen, state.get().defaults);
    const items = toItems(films, { edits, states });
    change(state, { items, fault, notes: [...unreadable.map(toUnreadable), ...notes, ...doubts] });
  };
  return {
    async add(dropped, oldEdits) {
      chosen = await addFiles(chosen, dropped.files);
      unreadable = [...new Set([...unreadable, ...dropped.unreadable])];
      edits = { ...oldEdits, ...edits };
      list();
    },
    listVideos: () => chosen.files.filter(({ path }) => toFileKind(path) === 'video'),
    markTwins: ({ twins, uncertain }) => list(withTwins(listStates(), twins), uncertain.map(toDoubt)),
    dropTable() {
      chosen = withoutTable(chosen);
      list();
    },
    choose(defaults) {
      change(state, { defaults: { ...state.get().defaults, ...defaults } });
      list();
    },
    edit(key, edit) {
      edits = { ...edits, [key]: { ...edits[key], ...edit } };
      list();
      const { items } = state.get();
      if (items.length === 0) change(state, { phase: 'empty' });
      rememberLeft(items);
    },
    renewFailed: () => list(withoutFailures(listStates())),
  };
}

/** Changes a part of the state of an import. */
export function change(state: Store<ImportState>, changes: Partial<ImportState>): void {
  state.set({ ...state.get(), ...changes });
}

type States = ReadonlyMap<string, ItemState>;

function withTwins(states: States, twins: CheckedFiles<ImportFile>['twins']): States {
  const known = [...twins].map(([file, twin]) => [toKey(file), { phase: 'known', twin }] as const);
  return new Map([...states, ...known.filter(([key]) => states.get(key)?.phase !== 'done')]);
}

function withoutFailures(states: States): States {
  return new Map([...states].filter(([, { phase }]) => phase !== 'failed'));
}

function toUnreadable(path: string): string {
  return text('import.unreadable', { path });
}

function toDoubt({ path }: ImportFile): string {
  return text('import.uncertain', { path });
}
