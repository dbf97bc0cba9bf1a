import { catalog } from '@larksong/contracts';

import { inReadingOrder } from '../tags/tag.ts';
import type { ChipRow, ChipTag } from './store.ts';

/** The values of the tags that have chips, or could have one. */
export type TagValues = Record<ChipTag['tagType'], string[]>;

/** Returns the chips to show of these tags: categories that are chips, and grades that do not look plain. */
export function toChips(rows: readonly ChipRow[], values: TagValues): catalog.Chip[] {
  return toAdminChips(rows, values)
    .filter(({ tagType, isShown, hue, picture }) =>
      tagType === 'category' ? isShown : hue !== null || picture !== null,
    )
    .map(({ tagType, tagValue, hue, picture }) => ({ tagType, tagValue, hue, picture }));
}

/** Returns the chips of these tags, plain or not: grades, then categories, each in reading order. */
export function toAdminChips(rows: readonly ChipRow[], values: TagValues): catalog.AdminChip[] {
  const known = new Map(rows.map((row) => [`${row.tag_type}:${row.tag_value}`, row]));
  return (['grade', 'category'] as const).flatMap((tagType) =>
    inReadingOrder(values[tagType]).map((tagValue) =>
      toAdminChip({ tagType, tagValue }, known.get(`${tagType}:${tagValue}`)),
    ),
  );
}

/** Maps a row to the contract. A hue or scene of another version of the site is left out. */
export function toAdminChip({ tagType, tagValue }: ChipTag, row: ChipRow | undefined): catalog.AdminChip {
  const hue = catalog.CHIP_HUES.find((name) => name === row?.hue) ?? null;
  const scene = catalog.CHIP_SCENES.find((name) => name === row?.scene) ?? null;
  return {
    tagType,
    tagValue,
    isShown: tagType === 'grade' || row?.is_shown === true,
    hue,
    scene,
    picture: toPicturePath(scene, row?.picture_id ?? null),
  };
}

function toPicturePath(scene: string | null, pictureId: string | null): string | null {
  if (pictureId !== null) return `/api/videos/chips/pictures/${pictureId}`;
  return scene === null ? null : `/scenes/${scene}.svg`;
}
