import { isLanguage, LANGUAGE_NAMES, type catalog } from '@larksong/contracts';

import { formatList } from '../../lib/format.ts';
import { text } from '../../lib/texts.ts';

type TextChange = Exclude<catalog.ChangedField, { field: 'thumbnail' }>;

/** Returns both values of a change in words; `none` for an empty one. */
export function describeValues(change: TextChange): { before: string; after: string } {
  const [before, after] = toWords(change);
  return { before: before || text('changes.nothing'), after: after || text('changes.nothing') };
}

function toWords(change: TextChange): [before: string, after: string] {
  switch (change.field) {
    case 'tags':
      return [listTags(change.before), listTags(change.after)];
    case 'letters':
      return [formatList(change.before ?? [], 'unit'), formatList(change.after ?? [], 'unit')];
    case 'language':
      return [nameLanguage(change.before), nameLanguage(change.after)];
    case 'captions':
      return [change.before?.label ?? '', change.after?.label ?? ''];
    default:
      return [change.before ?? '', change.after ?? ''];
  }
}

function listTags(tags: readonly catalog.Tag[] | null): string {
  return formatList(
    (tags ?? []).map(({ tagValue }) => tagValue),
    'unit',
  );
}

function nameLanguage(language: string | null): string {
  return isLanguage(language ?? '')
    ? LANGUAGE_NAMES[language as keyof typeof LANGUAGE_NAMES]
    : (language ?? '');
}
