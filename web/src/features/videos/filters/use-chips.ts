import { catalog } from '@larksong/contracts';

import { useCall } from '../../../api/queries.ts';
import { UNAWAITED } from '../../../api/slow-reads.ts';
import { toChips, type Chip, type VideoFilter } from './filters.ts';

/**
 * Returns the chips above the videos: the fixed ones, one per grade, then the categories that superadmins have chosen.
 * Until these are known: the fixed ones and the selected one. `chosen` is null if no list is shown.
 */
export function useChips(chosen: VideoFilter | null): readonly Chip[] {
  const grades = useCall(catalog.listTagValues, { query: { type: 'grade' } }, { meta: UNAWAITED });
  const looks = useCall(catalog.listChips, {}, { meta: UNAWAITED });
  // Together, so that the chips move once. Without their looks they are plain.
  const isWaiting = looks.isPending && looks.failureCount === 0;
  return toChips((!isWaiting && grades.data?.values) || [], chosen, looks.data?.chips);
}
