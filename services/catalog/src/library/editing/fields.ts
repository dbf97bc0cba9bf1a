import {
  type Explanation,
  LANGUAGES,
  type Language,
  because,
  catalog,
  isBlank,
  isLanguage,
} from '@larksong/contracts';
import { parseUuid } from '@larksong/service-kit';

interface UploadFields {
  title: string;
  description: string;
  visibility: catalog.Visibility;
  privateUserId: string | null;
  resolutions: catalog.Resolution[];
  letters: string[];
  /** Null if none was chosen. */
  language: Language | null;
}

/** The text fields of the form as received, by name. */
export type RawFields = Partial<Record<string, string>>;

export const FIELD_NAMES = [
  'uploadId',
  'title',
  'description',
  'visibility',
  'privateUserId',
  'resolutions',
  'letters',
  'language',
] as const;
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 5000;
/** Control characters except tab and line breaks. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

/**
 * Returns the first applicable problem, in the specification's order, or null. `known` returns whether a field can no
 * longer receive a (different) value: every field at the end, those before the file when the file begins.
 */
export function findFieldProblem(raw: RawFields, known: (name: string) => boolean): Explanation | null {
  const checks: [string, () => Explanation | null][] = [
    ['title', () => titleProblem(raw['title'] ?? '')],
    ['description', () => descriptionProblem(raw['description'] ?? '')],
    ['visibility', () => visibilityProblem(raw)],
    ['privateUserId', () => privateProblem(raw)],
    ['resolutions', () => resolutionsProblem(raw['resolutions'])],
    ['letters', () => lettersProblem(raw['letters'])],
    ['language', () => languageProblem(raw['language'])],
  ];
  for (const [name, check] of checks) {
    const needs = name === 'privateUserId' ? ['visibility', 'privateUserId'] : [name];
    const problem = needs.every(known) ? check() : null;
    if (problem !== null) return problem;
  }
  return null;
}

/** Returns the parsed fields. The caller has checked all of them with `findFieldProblem`. */
export function toUploadFields(raw: RawFields): UploadFields {
  const visibility = toVisibility(raw['visibility']) ?? 'public';
  return {
    title: (raw['title'] ?? '').trim(),
    description: (raw['description'] ?? '').trim(),
    visibility,
    privateUserId: visibility === 'private' ? (parsePrivateUserId(raw) ?? null) : null,
    resolutions: parseResolutions(raw['resolutions']) ?? [],
    letters: toLetters(raw['letters']),
    language: toLanguage(raw['language']) ?? null,
  };
}

function titleProblem(title: string): Explanation | null {
  if (isBlank(title)) return catalog.UPLOAD_PROBLEMS.title;
  if (CONTROL.test(title)) return because('video.title-characters');
  return title.trim().length > MAX_TITLE ? explainTooLong('title') : null;
}

function descriptionProblem(description: string): Explanation | null {
  if (CONTROL.test(description)) return because('video.description-characters');
  return description.length > MAX_DESCRIPTION ? explainTooLong('description') : null;
}

/** Explains that a field is longer than it may be. */
export function explainTooLong(field: string): Explanation {
  if (field === 'title') return because('video.title-too-long', { maximum: MAX_TITLE });
  return field === 'description'
    ? because('video.description-too-long', { maximum: MAX_DESCRIPTION })
    : because('video.field-too-long', { field });
}

/** Returns the id of the user for whom alone a video would be; undefined for any other video. */
export function findPrivateUser(raw: RawFields): string | undefined {
  return toVisibility(raw['visibility']) === 'private' ? parsePrivateUserId(raw) : undefined;
}

function resolutionsProblem(text: string | undefined): Explanation | null {
  if (parseResolutions(text)?.length) return null;
  const list = text === undefined || text.trim() === '' ? [] : parseList(text);
  if (list?.length === 0) return catalog.UPLOAD_PROBLEMS.resolutions;
  return because('video.resolutions-malformed', { resolutions: catalog.RESOLUTIONS.join(', ') });
}

function visibilityProblem(raw: RawFields): Explanation | null {
  return toVisibility(raw['visibility'])
    ? null
    : because('video.visibility-not-valid', { visibilities: catalog.VISIBILITIES.join(', ') });
}

function privateProblem(raw: RawFields): Explanation | null {
  if (toVisibility(raw['visibility']) !== 'private') return null;
  return parsePrivateUserId(raw) === undefined ? catalog.UPLOAD_PROBLEMS.privateUserId : null;
}

function parsePrivateUserId(raw: RawFields): string | undefined {
  return parseUuid((raw['privateUserId'] ?? '').trim());
}

function toVisibility(text: string | undefined): catalog.Visibility | undefined {
  if (text === undefined || text.trim() === '') return 'public';
  return catalog.VISIBILITIES.find((value) => value === text.trim());
}

function lettersProblem(text: string | undefined): Explanation | null {
  const result = parseLetters(text);
  return 'problem' in result ? result.problem : null;
}

function toLetters(text: string | undefined): string[] {
  const result = parseLetters(text);
  return 'letters' in result ? result.letters : [];
}

/** Returns the letters, none if the field is missing or empty, or the problem with them. */
function parseLetters(text: string | undefined): ReturnType<typeof catalog.toVideoLetters> {
  const list = text === undefined || text.trim() === '' ? [] : parseList(text);
  if (!list?.every((item) => typeof item === 'string'))
    return { problem: because('video.letters-malformed') };
  return catalog.toVideoLetters(list);
}

function languageProblem(text: string | undefined): Explanation | null {
  if (toLanguage(text) !== undefined) return null;
  return because('video.language-unknown', { languages: LANGUAGES.join(', ') });
}

/** Returns null for a missing or empty field, and undefined for anything that is not one of the languages. */
function toLanguage(text: string | undefined): Language | null | undefined {
  const language = (text ?? '').trim();
  if (language === '') return null;
  return isLanguage(language) ? language : undefined;
}

/**
 * Returns the chosen resolutions, largest first: the default ones if the field is missing, undefined if it is not a list of
 * resolutions.
 */
export function parseResolutions(text: string | undefined): catalog.Resolution[] | undefined {
  if (text === undefined) return [...catalog.DEFAULT_RESOLUTIONS];
  const list = parseList(text);
  const known: readonly unknown[] = catalog.RESOLUTIONS;
  if (!list?.every((item) => known.includes(item))) return undefined;
  return catalog.RESOLUTIONS.filter((name) => list.includes(name));
}

function parseList(json: string): unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
