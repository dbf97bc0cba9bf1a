import { isDeepStrictEqual } from 'node:util';

import { catalog, type Language } from '@larksong/contracts';

import type { CaptionRow } from '../db/tables.ts';
import { keyOf } from '../library/captions/store.ts';
import { toCaptionPath, toOwnThumbnailPath } from '../library/videos/media-paths.ts';
import type { ShownVideo } from '../library/videos/read-store.ts';
import type { ChangeRow } from './change-store.ts';

/** A value of a video as a change stores it: of a thumbnail the id of the picture, of subtitles their row. */
export type StoredValue =
  | { field: 'title' | 'description'; value: string }
  | { field: 'tags'; value: catalog.Tag[] }
  | { field: 'letters'; value: string[] }
  | { field: 'language'; value: Language | null }
  | { field: 'thumbnail'; value: string | null }
  | { field: 'captions'; value: CaptionRow | null };

/** Returns the value before or after a change. */
export function valueOf(row: ChangeRow, side: 'before' | 'after'): StoredValue {
  return { field: row.field, value: row[side] } as StoredValue; // as `noteChanges` stored it
}

/** Returns whether the value is still the one after the change, so that it can be undone. */
export function isCurrent(row: ChangeRow, video: ShownVideo): boolean {
  const after = valueOf(row, 'after');
  if (after.field === 'thumbnail') return video.own_thumbnail_id === after.value;
  if (after.field !== 'captions') return isDeepStrictEqual(video[after.field], after.value);
  const language = languageOf(row);
  const current = video.captions.find((caption) => caption.language === language);
  return (current?.id ?? null) === (after.value?.id ?? null);
}

/** Returns the language of changed subtitles. */
export function languageOf(row: ChangeRow): string | undefined {
  for (const side of ['after', 'before'] as const) {
    const stored = valueOf(row, side);
    if (stored.field === 'captions' && stored.value) return stored.value.language;
  }
  return undefined;
}

/** Returns the key of the object that a value needs; undefined if it needs none. */
export function fileOf(videoId: string, stored: StoredValue): string | undefined {
  if (stored.field === 'captions') return stored.value ? keyOf(videoId, stored.value) : undefined;
  if (stored.field !== 'thumbnail' || stored.value === null) return undefined;
  return catalog.ownThumbnailKey(videoId, stored.value);
}

/** Maps a change of a video to the contract. */
export function toTeacherChange(row: ChangeRow, video: ShownVideo): catalog.TeacherChange {
  const show = (side: 'before' | 'after') => toShown(video.id, valueOf(row, side));
  return {
    id: row.id,
    at: row.made_at.toISOString(),
    video: { id: video.id, title: video.title },
    teacher: { id: row.teacher_id, name: row.teacher_name },
    change: { field: row.field, before: show('before'), after: show('after') } as catalog.ChangedField, // by its field
    isUndoable: row.undone_at === null && isCurrent(row, video),
    undone: row.undone_at && { at: row.undone_at.toISOString(), by: row.undone_by_name ?? '' },
  };
}

function toShown(videoId: string, { field, value }: StoredValue): unknown {
  if (value === null) return null;
  if (field === 'thumbnail') return toOwnThumbnailPath(videoId, value);
  if (field !== 'captions') return value;
  const { key: _key, ...caption } = value;
  return { ...caption, url: toCaptionPath(videoId, value) };
}
