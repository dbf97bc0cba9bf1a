import { catalog } from '@larksong/contracts';

import type { VideoRow } from '../../db/tables.ts';

/** Returns whether one visibility is open to more viewers than another. */
export function isWider(visibility: catalog.Visibility, than: catalog.Visibility): boolean {
  return catalog.VISIBILITIES.indexOf(visibility) < catalog.VISIBILITIES.indexOf(than);
}

/** Returns what a video still needs, or null. */
export function approvalOf(
  row: Pick<
    VideoRow,
    | 'approval'
    | 'approval_since'
    | 'approval_note'
    | 'approval_revision'
    | 'wanted_visibility'
    | 'wanted_private_user_id'
    | 'created_at'
  >,
): catalog.Approval | null {
  if (row.wanted_visibility === null) return null;
  return {
    state: row.approval ?? 'widening',
    wantedVisibility: row.wanted_visibility,
    wantedPrivateUserId: row.wanted_private_user_id,
    note: row.approval_note,
    since: (row.approval_since ?? row.created_at).toISOString(),
    revision: row.approval_revision,
  };
}
