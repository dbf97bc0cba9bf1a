import { catalog, isBlank } from '@larksong/contracts';

export const TAG_TYPES: readonly catalog.TagType[] = ['grade', 'category', 'author'];

/** The tags of one type in a form: those that were added, and what stands in the field. */
export interface TagDraft {
  values: readonly string[];
  text: string;
}

export type TagDrafts = Readonly<Record<catalog.TagType, TagDraft>>;

const NONE: TagDraft = { values: [], text: '' };
export const NO_TAGS: TagDrafts = { grade: NONE, category: NONE, author: NONE };

/** Adds what stands in the field; several tags may stand there, with commas between them. */
export function addTags({ values, text }: TagDraft): TagDraft {
  const added = text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => !isBlank(value));
  return { values: [...new Set([...values, ...added])], text: '' };
}

/** Takes over what was typed or pasted: everything before the last comma becomes tags. */
export function typeTag({ values }: TagDraft, text: string): TagDraft {
  const comma = text.lastIndexOf(',');
  if (comma === -1) return { values, text };
  return { ...addTags({ values, text: text.slice(0, comma) }), text: text.slice(comma + 1).trimStart() };
}

export function removeTag({ values, text }: TagDraft, value: string): TagDraft {
  return { values: values.filter((other) => other !== value), text };
}

/** Every tag that is filled in, also what stands in a field and was not added yet; trimmed, each once. */
export function listTags(drafts: TagDrafts): catalog.Tag[] {
  return TAG_TYPES.flatMap((tagType) =>
    addTags(drafts[tagType]).values.map((tagValue) => ({ tagType, tagValue })),
  );
}

/** The sentence about tags of which there are too many; undefined when they can be sent. */
export function findTagProblem(drafts: TagDrafts): string | undefined {
  return listTags(drafts).length > catalog.MAX_TAGS ? catalog.TAGS_SENTENCE : undefined;
}

export function toTagDrafts(tags: readonly catalog.Tag[]): TagDrafts {
  const draftOf = (type: catalog.TagType): TagDraft => ({
    values: tags.filter(({ tagType }) => tagType === type).map(({ tagValue }) => tagValue),
    text: '',
  });
  return { grade: draftOf('grade'), category: draftOf('category'), author: draftOf('author') };
}
