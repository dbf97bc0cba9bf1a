import { catalog, type Language } from '@larksong/contracts';
import type { Obstacle } from '@larksong/import';

import { NO_TAGS, type TagDrafts } from '../../parts/video-form/tags.ts';
import { isUserId } from '../../parts/video-form/user-id.ts';
import type { UploadProgress } from '../upload/progress.ts';
import type { Item } from './items.ts';
import { explain } from '../../lib/server-sentences/texts.ts';

/** Applies to all films whose line of the table does not override it. */
export interface Defaults {
  visibility: catalog.Visibility;
  language: Language | null;
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
  /** Why the table cannot be used, which stands in the way. */
  fault: string | null;
  /** Sentences about lines, columns and files that are left out. */
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

/** Returns the state before any file was chosen; private films will be for this user unless they choose otherwise. */
export function toEmptyState(userId: string): ImportState {
  return {
    phase: 'empty',
    items: [],
    fault: null,
    notes: [],
    defaults: { visibility: 'public', language: null, privateUserId: userId, tags: NO_TAGS },
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
  return isMissing ? explain(catalog.UPLOAD_PROBLEMS.privateUserId) : undefined;
}
