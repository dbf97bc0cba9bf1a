import { because, game, isLanguage, LANGUAGES, type Explanation, type Language } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';

import { toShownPath } from './zip-paths.ts';

/** The name of the manifest in a pack. */
export const MANIFEST = 'pack.json';

const FORMAT = 'larksong-pack';
const VERSION = 1;

/** More cards with one name are useless, since a game deals two of them. */
const MAX_CARDS = 100;

/** The contents of a pack (docs/card-packs.md). Properties of newer versions are ignored. */
const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Literal(VERSION),
  /** BCP 47; the pack is in English if it is missing. */
  language: Type.Optional(Type.String()),
  letters: Type.Array(
    Type.Object({
      letter: Type.String(),
      /** The spoken name of the letter. */
      sound: Type.Optional(Type.String()),
      items: Type.Array(
        Type.Object({
          name: Type.String(),
          cards: Type.Optional(Type.Array(game.ItemType, { minItems: 1, maxItems: MAX_CARDS })),
          picture: Type.Optional(Type.String()),
          sound: Type.Optional(Type.String()),
        }),
      ),
    }),
  ),
});
export type Manifest = Static<typeof Manifest>;
export type ManifestItem = Manifest['letters'][number]['items'][number];

/** Returns the contents of a manifest. Throws VALIDATION_FAILED with a sentence if it is not one. */
export function parseManifest(text: string): Manifest {
  const value = parse(text);
  if (Value.Check(Manifest, value)) return value;
  const { format, version } = isObject(value) ? value : {};
  if (format !== FORMAT) throw refusal(because('pack.of-another-kind'));
  if (typeof version === 'number' && version > VERSION) throw refusal(because('pack.made-by-newer'));
  const [error] = Value.Errors(Manifest, value);
  throw refusal(explainIncomplete(error?.instancePath ?? ''));
}

/**
 * Returns the pack of the site that a manifest belongs to: its language, without a region. Throws VALIDATION_FAILED if the
 * game does not know it.
 */
export function languageOf({ language = game.OWN_PACK }: Manifest): Language {
  const primary = language.split('-')[0]?.toLowerCase();
  if (isLanguage(primary)) return primary;
  throw refusal(
    because('pack.language-unknown', {
      language: toShownPath(language).slice(0, 20),
      languages: LANGUAGES.join(', '),
    }),
  );
}

/** Returns the text of a manifest, always the same for the same letters. The site's own pack names no language. */
export function writeManifest(letters: Manifest['letters'], pack: Language = game.OWN_PACK): string {
  const language = pack === game.OWN_PACK ? {} : { language: pack };
  const manifest: Manifest = { format: FORMAT, version: VERSION, ...language, letters };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
  } catch (cause) {
    throw new AppError('VALIDATION_FAILED', { ...because('pack.no-json'), cause });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function refusal(explanation: Explanation): AppError {
  return new AppError('VALIDATION_FAILED', explanation);
}

function explainIncomplete(place: string): Explanation {
  return place === '' ? because('pack.incomplete') : because('pack.incomplete-at', { place });
}
