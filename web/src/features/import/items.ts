import { catalog, isBlank } from '@larksong/contracts';
import type { PlannedFilm, Twin } from '@larksong/import';

import { text } from '../../lib/texts.ts';
import type { ImportFile } from './dropped-files.ts';
import { explain } from '../../lib/server-sentences/texts.ts';

/** The limit of the contract. */
export const MAX_TITLE = 200;

export type ItemState =
  | { phase: 'new' }
  /** The file is already on the site, or was chosen twice. */
  | { phase: 'known'; twin: NonNullable<Twin<ImportFile>> }
  | { phase: 'sending'; sentBytes: number }
  /** `notes` name the parts that could not be added to the video. */
  | { phase: 'done'; videoId: string; isAddition: boolean; notes: readonly string[] }
  | { phase: 'failed'; sentence: string };

/** One film of the list. */
export interface Item {
  /** Its path and size, which recognise it after a reload. */
  key: string;
  film: PlannedFilm<ImportFile>;
  state: ItemState;
}

/** Corrections by hand, by the key of their item. */
export type Edits = Readonly<Record<string, Edit>>;
export interface Edit {
  title?: string;
  visibility?: catalog.Visibility;
  /** Cells that cannot be used are left out. */
  isWithoutRest?: boolean;
  isRemoved?: boolean;
}

/** Returns the key of a file. */
export function toKey({ path, sizeBytes }: Pick<ImportFile, 'path' | 'sizeBytes'>): string {
  return `${path} ${sizeBytes}`;
}

/** Returns the items of planned films with their corrections, without the removed ones. */
export function toItems(
  films: readonly PlannedFilm<ImportFile>[],
  { edits, states }: { edits: Edits; states: ReadonlyMap<string, ItemState> },
): Item[] {
  return films.flatMap((film) => {
    const key = toKey(film.file);
    const edit = edits[key] ?? {};
    if (edit.isRemoved) return [];
    return [{ key, film: applyEdit(film, edit), state: states.get(key) ?? { phase: 'new' } }];
  });
}

/** Returns the film with a correction, and without the doubts that it answers. */
export function applyEdit(film: PlannedFilm<ImportFile>, edit: Edit): PlannedFilm<ImportFile> {
  const { title = film.title, visibility = film.visibility } = edit;
  const isAnswered = {
    title: title.length <= MAX_TITLE && edit.title !== undefined,
    visibility: edit.visibility !== undefined,
    rest: edit.isWithoutRest === true,
  };
  const doubts = film.doubts.filter(({ part }) => !isAnswered[part]);
  return { ...film, title, visibility, doubts, isGenerated: edit.title === undefined && film.isGenerated };
}

/** Returns the reason why a film cannot be sent; undefined if there is none. */
export function findItemProblem(film: Item['film']): string | undefined {
  if (isBlank(film.title)) return explain(catalog.UPLOAD_PROBLEMS.title);
  return film.file.sizeBytes === 0 ? text('import.empty-file') : undefined;
}

/** Returns whether an import still has something to do for this item. */
export function isDue(item: Item): boolean {
  const { state, film } = item;
  if (state.phase === 'known') return state.twin.kind === 'on-site' && hasAdditions(film);
  return state.phase === 'sending' || (state.phase === 'new' && !isWaiting(item));
}

/** Returns whether somebody has to decide something before this film can be sent. */
export function isWaiting({ state, film }: Item): boolean {
  return state.phase === 'new' && (film.doubts.length > 0 || findItemProblem(film) !== undefined);
}

function hasAdditions({ tags, captions, picture }: Item['film']): boolean {
  return tags.length > 0 || captions.length > 0 || picture !== null;
}

export interface Totals {
  count: number;
  due: number;
  done: number;
  failed: number;
  known: number;
  /** Somebody has to decide something first. */
  waiting: number;
  untitled: number;
  /** Totals of all films that are sent: all but the known and the waiting ones. */
  totalBytes: number;
  sentBytes: number;
}

/** Counts the items by their states. */
export function countItems(items: readonly Item[]): Totals {
  const inPhase = (phase: ItemState['phase']) => items.filter(({ state }) => state.phase === phase).length;
  const sent = items.filter((item) => item.state.phase !== 'known' && !isWaiting(item) && !isAddition(item));
  return {
    count: items.length,
    due: items.filter(isDue).length,
    done: inPhase('done'),
    failed: inPhase('failed'),
    known: inPhase('known'),
    waiting: items.filter(isWaiting).length,
    untitled: items.filter(({ film, state }) => film.isGenerated && state.phase === 'new').length,
    totalBytes: sum(sent.map(({ film }) => film.file.sizeBytes)),
    sentBytes: sum(sent.map(toSentBytes)),
  };
}

function isAddition({ state }: Item): boolean {
  return state.phase === 'done' && state.isAddition;
}

function toSentBytes({ film, state }: Item): number {
  if (state.phase === 'done') return film.file.sizeBytes;
  return state.phase === 'sending' ? state.sentBytes : 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
