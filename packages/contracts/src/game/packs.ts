import { Type, type Static } from 'typebox';

import { endpoint, Explained } from '../endpoint.ts';
import { FailureReason } from '../failure-reason.ts';
import { Language } from '../languages.ts';
import { IdParams, Nullable, Timestamp, Uuid, withDefault } from '../primitives.ts';
import { PackQuery } from './languages.ts';
import { because } from '../reasons.ts';

// Card packs: letters, words, pictures and sounds as one zip (docs/card-packs.md).

/**
 * The part of a pack that a line is about: the spoken name of a letter, the cards of a name, its picture, its sound, or a
 * file of the zip.
 */
export const PackPart = Type.Union([
  Type.Literal('letterName'),
  Type.Literal('cards'),
  Type.Literal('picture'),
  Type.Literal('sound'),
  Type.Literal('file'),
]);
export type PackPart = Static<typeof PackPart>;

/**
 * `present`: the site already has exactly this; `kept`: the site has another one, which was not replaced; `refused`: not
 * imported, for the reason of the line.
 */
export const PackResult = Type.Union([
  Type.Literal('added'),
  Type.Literal('replaced'),
  Type.Literal('present'),
  Type.Literal('kept'),
  Type.Literal('refused'),
]);
export type PackResult = Static<typeof PackResult>;

/** The outcome of one part of a pack. */
export const PackLine = Type.Object({
  part: PackPart,
  result: PackResult,
  letter: Nullable(Type.String()),
  name: Nullable(Type.String()),
  /** The file in the zip. */
  path: Nullable(Type.String()),
  /** A sentence in English, if the part was refused. */
  reason: Nullable(Type.String()),
  /** The same for clients in another language; null for other parts, sounds that failed, and imports of older versions. */
  explanation: Type.Optional(Nullable(Explained)),
  /** Why a sound could not be prepared, likewise. */
  soundReason: Type.Optional(Nullable(FailureReason)),
});
export type PackLine = Static<typeof PackLine>;

/** An import of a pack. */
export const PackImport = Type.Object({
  id: Uuid,
  /** The language of the pack, unless it is added to the site's own. */
  language: Type.Optional(Language),
  state: Type.Union([Type.Literal('running'), Type.Literal('done')]),
  createdAt: Timestamp,
  /** Number of steps, and of those that are done. */
  stepCount: Type.Integer(),
  doneCount: Type.Integer(),
  /** Number of its sounds that are still being prepared. */
  preparingCount: Type.Integer(),
  /** In the order of the pack, once the import is done. */
  lines: Type.Array(PackLine),
});
export type PackImport = Static<typeof PackImport>;

export const exportPack = endpoint({
  operationId: 'exportPack',
  summary:
    'All letters with their names, pictures and sounds as one zip; the same content is always the same zip',
  method: 'GET',
  path: '/api/admin/game/packs/export',
  access: 'superadmin',
  query: PackQuery,
  file: 'application/zip',
});

export const importPack = endpoint({
  operationId: 'importPack',
  summary:
    'Import a pack, into the letters of its language; it is checked at once and then imported in the background',
  method: 'POST',
  path: '/api/admin/game/packs',
  access: 'superadmin',
  encoding: 'binary',
  query: Type.Object({
    /** Whether pictures and sounds that the site already has are replaced. */
    replace: withDefault(Type.Boolean({ default: false, ...because('pack.replace-not-valid') })),
  }),
  body: Type.String({ format: 'binary' }),
  data: Type.Object({ import: PackImport }),
  status: 202,
  errors: ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_BUSY', 'STORAGE_FULL'],
});

/** The languages of the starter packs that can be added on demand. */
export const STARTER_LANGUAGES = ['de', 'es'] as const satisfies Language[];

/** A language in a request: an enumeration, so that one sentence covers any other value. */
const StarterLanguage = Type.Unsafe<(typeof STARTER_LANGUAGES)[number]>({
  type: 'string',
  enum: [...STARTER_LANGUAGES],
  ...because('pack.no-starter', {
    languages: STARTER_LANGUAGES.slice(0, -1).join(', '),
    last: STARTER_LANGUAGES.at(-1) ?? '',
  }),
});

export const importStarterPack = endpoint({
  operationId: 'importStarterPack',
  summary: 'Add the missing words of a starter pack, with pictures and without sounds, in the background',
  method: 'POST',
  path: '/api/admin/game/packs/starter/:language',
  access: 'superadmin',
  params: Type.Object({ language: StarterLanguage }),
  data: Type.Object({ import: PackImport }),
  status: 202,
  errors: ['TOO_BUSY', 'STORAGE_FULL'],
});

export const getPackImport = endpoint({
  operationId: 'getPackImport',
  summary: 'Progress of an import, and once it is done a line for each part of the pack',
  method: 'GET',
  path: '/api/admin/game/packs/:id',
  access: 'superadmin',
  params: IdParams,
  data: Type.Object({ import: PackImport }),
  errors: ['IMPORT_NOT_FOUND'],
});

export const getLatestPackImport = endpoint({
  operationId: 'getLatestPackImport',
  summary: 'The latest import of the last day, without its lines; null if there is none',
  method: 'GET',
  path: '/api/admin/game/packs',
  access: 'superadmin',
  data: Type.Object({ import: Nullable(PackImport) }),
});
