import { catalog } from '@larksong/contracts';

import { useCall } from '../../../api/queries.ts';
import { UNAWAITED } from '../../../api/slow-reads.ts';
import { toChips, type Chip, type VideoFilter } from './filters.ts';

/**
 * Returns the chips above the videos: the fixed ones, then one per grade. Until the grades are known: the fixed ones
 * and the selected grade. `chosen` is null if no list is shown.
 */
export function useChips(chosen: VideoFilter | null): readonly Chip[] {
  const grades = useCall(catalog.listTagValues, { query: { type: 'grade' } }, { meta: UNAWAITED });
  return toChips(grades.data?.values ?? [], chosen);
}
