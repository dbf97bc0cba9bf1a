import { isBlank, type catalog } from '@larksong/contracts';

const READING_ORDER = new Intl.Collator('en', { numeric: true });

/** Normalises tags for storage: trimmed and without duplicates; null if one is blank. */
export function toStoredTags(tags: catalog.Tag[]): catalog.Tag[] | null {
  const trimmed = tags.map(({ tagType, tagValue }) => ({ tagType, tagValue: tagValue.trim() }));
  if (trimmed.some(({ tagValue }) => isBlank(tagValue))) return null;
  return [...new Map(trimmed.map((tag) => [`${tag.tagType}=${tag.tagValue}`, tag])).values()];
}

/** Returns values in reading order: `Grade 2` before `Grade 10`. */
export function inReadingOrder(values: string[]): string[] {
  return values.toSorted((a, b) => READING_ORDER.compare(a, b));
}
