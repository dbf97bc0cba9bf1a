import { resolve } from 'node:path';

import { catalog, isLanguage, LANGUAGES, type Language } from '@larksong/contracts';

import { readArguments, WrongUse } from '../command.ts';

export interface ImportOptions {
  folder: string;
  isDryRun: boolean;
  isJson: boolean;
  visibility: catalog.Visibility;
  /** The language of films whose line of the table states none. */
  language: Language | null;
  /** For whom private films are; the importing account by default. */
  userId: string | undefined;
  tags: catalog.Tag[];
  /** The path of the table; the only one in the folder by default. */
  table: string | undefined;
  siteUrl: string | undefined;
}

const OPTIONS = {
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  visibility: { type: 'string', default: 'private' },
  language: { type: 'string' },
  user: { type: 'string' },
  tags: { type: 'string', default: '' },
  table: { type: 'string' },
  url: { type: 'string' },
} as const;

/** Reads the arguments of the command. Throws `WrongUse` with a sentence. */
export function readOptions(args: string[]): ImportOptions {
  const { values, positionals } = readArguments(args, { options: OPTIONS, least: 1, most: 1 });
  const visibility = catalog.VISIBILITIES.find((one) => one === values.visibility);
  if (visibility === undefined)
    throw new WrongUse(
      `--visibility must be ${catalog.VISIBILITIES.join(', ')}, not "${values.visibility}".`,
    );
  return {
    folder: resolve(positionals[0] ?? ''),
    isDryRun: values['dry-run'],
    isJson: values.json,
    visibility,
    language: readLanguage(values.language),
    userId: values.user,
    tags: readTags(values.tags),
    table: values.table === undefined ? undefined : resolve(values.table),
    siteUrl: values.url,
  };
}

function readLanguage(text: string | undefined): Language | null {
  if (text === undefined) return null;
  if (!isLanguage(text))
    throw new WrongUse(`--language must be one of ${LANGUAGES.join(', ')}, not "${text}".`);
  return text;
}

/** Reads tags such as `grade:1,category:animals`. */
function readTags(text: string): catalog.Tag[] {
  const entries = text.split(',').filter((entry) => entry.trim() !== '');
  return entries.map((entry) => {
    const [, type, value] = /^\s*(grade|category|author)\s*:\s*(.*\S)\s*$/i.exec(entry) ?? [];
    const tagType = (['grade', 'category', 'author'] as const).find((one) => one === type?.toLowerCase());
    if (tagType === undefined || value === undefined || value.length > 100)
      throw new WrongUse(`--tags needs a type and a value, like grade:1,category:animals, not "${entry}".`);
    return { tagType, tagValue: value };
  });
}
