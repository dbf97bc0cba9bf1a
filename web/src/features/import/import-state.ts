import { catalog } from '@larksong/contracts';
import type { Obstacle } from '@larksong/import';

import { NO_TAGS, type TagDrafts } from '../../parts/video-form/tags.ts';
import { isUserId } from '../../parts/video-form/user-id.ts';
import type { UploadProgress } from '../upload/progress.ts';
import type { Item } from './items.ts';

/** Applies to all films whose line of the table does not override it. */
export interface Defaults {
  visibility: catalog.Visibility;
  privateUserId: string;
  tags: TagDrafts;
}

export interface ImportState {
  /**
   * `checking`: files are compared with the site; `ready`: the list can be corrected; `running`; `paused`: stopped, by the
   * user or for `stopReason`; `ended`: nothing is left to do.
   */
  phase: 'empty' | 'checking' | 'ready' | 'running' | 'paused' | 'ended';
  items: readonly Item[];
  /** Sentences about the table, which stand in the way, and about files that are left out, which do not. */
  problems: readonly string[];
  notes: readonly string[];
  defaults: Defaults;
  /** While checking: how many of the files to be read have been read. */
  reading: { read: number; total: number } | null;
  /** While running. */
  progress: UploadProgress | null;
  obstacle: Obstacle | null;
  /** Why the import stopped early, or why the files could not be compared with the site. */
  stopReason: string | null;
}

/** Returns the state before any file was chosen; films are private to this user unless they choose otherwise. */
export function toEmptyState(userId: string): ImportState {
  return {
    phase: 'empty',
    items: [],
    problems: [],
    notes: [],
    defaults: { visibility: 'private', privateUserId: userId, tags: NO_TAGS },
    reading: null,
    progress: null,
    obstacle: null,
    stopReason: null,
  };
}

/** Returns the problem with the user who may watch private videos; undefined if there is none. */
export function findDefaultsProblem({
  visibility,
  privateUserId,
}: Pick<Defaults, 'visibility' | 'privateUserId'>): string | undefined {
  const isMissing = visibility === 'private' && !isUserId(privateUserId);
  return isMissing ? catalog.UPLOAD_SENTENCES.privateUserId : undefined;
}
