import { catalog, isBlank } from '@larksong/contracts';
import { explain } from '../../lib/server-sentences/texts.ts';

export const TAG_TYPES: readonly catalog.TagType[] = ['grade', 'category', 'author'];

/** The tags of one type in a form: those added, and the text of the field. */
export interface TagDraft {
  values: readonly string[];
  text: string;
}

export type TagDrafts = Readonly<Record<catalog.TagType, TagDraft>>;

const NONE: TagDraft = { values: [], text: '' };
export const NO_TAGS: TagDrafts = { grade: NONE, category: NONE, author: NONE };

/** Adds the text of the field, which may hold several comma-separated tags. */
export function addTags({ values, text }: TagDraft): TagDraft {
  const added = text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => !isBlank(value));
  return { values: [...new Set([...values, ...added])], text: '' };
}

/** Applies typed or pasted text: everything before the last comma becomes tags. */
export function typeTag({ values }: TagDraft, text: string): TagDraft {
  const comma = text.lastIndexOf(',');
  if (comma === -1) return { values, text };
  return { ...addTags({ values, text: text.slice(0, comma) }), text: text.slice(comma + 1).trimStart() };
}

/** Removes a tag; the text being typed stays. */
export function removeTag({ values, text }: TagDraft, value: string): TagDraft {
  return { values: values.filter((other) => other !== value), text };
}

/** Lists all tags, including text not yet added; trimmed and without duplicates. */
export function listTags(drafts: TagDrafts): catalog.Tag[] {
  return TAG_TYPES.flatMap((tagType) =>
    addTags(drafts[tagType]).values.map((tagValue) => ({ tagType, tagValue })),
  );
}

/** Returns the error about too many tags; undefined if they can be sent. */
export function findTagProblem(drafts: TagDrafts): string | undefined {
  return listTags(drafts).length > catalog.MAX_TAGS ? explain(catalog.TOO_MANY_TAGS) : undefined;
}

/** Groups the tags of a video by type, with empty fields. */
export function toTagDrafts(tags: readonly catalog.Tag[]): TagDrafts {
  const draftOf = (type: catalog.TagType): TagDraft => ({
    values: tags.filter(({ tagType }) => tagType === type).map(({ tagValue }) => tagValue),
    text: '',
  });
  return { grade: draftOf('grade'), category: draftOf('category'), author: draftOf('author') };
}
