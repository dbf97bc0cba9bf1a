import { catalog, isBlank } from '@larksong/contracts';
import { Check } from 'typebox/value';

/** Subtitles that are to be added to a video. */
export interface CaptionDraft {
  fileName: string;
  /** The WebVTT file. */
  content: string;
  language: string;
  label: string;
}

/** Of all that is on offer in a file picker. */
export const CAPTION_FILES = '.vtt,text/vtt';

/** Reads and checks a file of subtitles; throws an `Error` with a sentence for the user. */
export async function readCaption(file: File): Promise<CaptionDraft> {
  if (file.size > catalog.MAX_CAPTION_BYTES) throw new Error(catalog.CAPTION_SENTENCE); // also of one too large to be read
  let content: string;
  try {
    content = await file.text();
  } catch (cause) {
    throw new Error('This file could not be read. Please choose it again.', { cause });
  }
  checkWebVtt(file.name, content);
  const language = guessLanguage(file.name);
  return { fileName: file.name, content, language, label: toLanguageName(language) };
}

function checkWebVtt(fileName: string, content: string): void {
  try {
    catalog.normalizeWebVtt(content);
  } catch (error) {
    if (!(error instanceof catalog.WebVttError)) throw error;
    throw new Error(`${fileName} cannot be used. ${error.message}`, { cause: error });
  }
}

/** The language in a name such as `song.pt-BR.vtt` or `song_de.vtt`; `en` where it says none. */
export function guessLanguage(fileName: string): string {
  const code = /[._-]([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\.[^.]+$/.exec(fileName)?.[1];
  return code !== undefined && toLanguageName(code) !== '' ? code : 'en';
}

/** `German` for `de`; empty for what is no language. */
export function toLanguageName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code.trim()) ?? '';
  } catch {
    return ''; // not even the form of a code
  }
}

/** Another language gives its name too, as long as nobody has written another one. */
export function changeLanguage(draft: CaptionDraft, language: string): CaptionDraft {
  const isOwnName = !isBlank(draft.label) && draft.label !== toLanguageName(draft.language);
  return { ...draft, language, label: isOwnName ? draft.label : toLanguageName(language) };
}

/** The sentence about what is wrong with the language or the name; undefined when it can be sent. */
export function findCaptionProblem(draft: CaptionDraft): string | undefined {
  const { language, label } = catalog.putCaption.body.properties;
  if (!Check(language, draft.language.trim()) || toLanguageTag(draft.language) === undefined)
    return 'The language is a code such as en or pt-BR.';
  if (isBlank(draft.label) || !Check(label, draft.label.trim()))
    return 'The name of subtitles has 1 to 60 characters.';
  return undefined;
}

/**
 * What is wrong with each of the subtitles that one video is to get, at its place; undefined where nothing is. The
 * server keeps one file of a language, so that a second one would take the place of the first.
 */
export function findCaptionProblems(drafts: readonly CaptionDraft[]): (string | undefined)[] {
  return drafts.map((draft, index) => {
    const isRepeated = drafts.slice(0, index).some((other) => isSameLanguage(other.language, draft.language));
    return findCaptionProblem(draft) ?? (isRepeated ? toRepeatedSentence(draft) : undefined);
  });
}

function toRepeatedSentence({ language }: CaptionDraft): string {
  const tag = toLanguageTag(language) ?? language;
  const name = toLanguageName(tag);
  return `There is a file in ${name === '' ? tag : `${name} (${tag})`} already. Change the language of one, or remove it.`;
}

/** Whether two codes mean one language, as `pt-br` and `pt-BR` do. */
export function isSameLanguage(one: string, other: string): boolean {
  const tag = toLanguageTag(one);
  return tag !== undefined && tag === toLanguageTag(other);
}

/** A code in its canonical form (RFC 5646, section 4.5); undefined for what is no code. */
function toLanguageTag(code: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(code.trim())[0];
  } catch {
    return undefined;
  }
}

/** What the call takes. */
export function toCaptionBody({ content, language, label }: CaptionDraft) {
  return { content, language: language.trim(), label: label.trim() };
}
