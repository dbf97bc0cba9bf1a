import { catalog } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';
import { toChips, type Chip, type VideoFilter } from './filters.ts';

/**
 * The chips above the videos: the fixed ones, then one per grade. While the grades are not known there are the fixed
 * ones and the chosen grade. `chosen` is null where no list is shown.
 */
export function useChips(chosen: VideoFilter | null): readonly Chip[] {
  const grades = useCall(catalog.listTagValues, { query: { type: 'grade' } });
  return toChips(grades.data?.values ?? [], chosen);
}
