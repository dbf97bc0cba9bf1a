import { putCaption } from '@larksong/contracts';
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
/** What the call takes, in characters. */
const LONGEST = 500_000;

/** Reads a file of subtitles; throws an `Error` with a sentence for the user. The server looks at it more closely. */
export async function readCaption(file: File): Promise<CaptionDraft> {
  let content: string;
  try {
    content = await file.text();
  } catch (cause) {
    throw new Error('This file could not be read. Please choose it again.', { cause });
  }
  if (!/^\uFEFF?WEBVTT/.test(content)) throw new Error('This is not a WebVTT file.');
  if (content.length > LONGEST)
    throw new Error(`Subtitles have at most ${LONGEST.toLocaleString('en')} characters.`);
  const language = guessLanguage(file.name);
  return { fileName: file.name, content, language, label: toLanguageName(language) };
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
  const isOwnName = draft.label.trim() !== '' && draft.label !== toLanguageName(draft.language);
  return { ...draft, language, label: isOwnName ? draft.label : toLanguageName(language) };
}

/** The sentence about what is wrong with the language or the name; undefined when it can be sent. */
export function findCaptionProblem(draft: CaptionDraft): string | undefined {
  const { language, label } = putCaption.body.properties;
  if (!Check(language, draft.language.trim())) return 'The language is a code such as en or pt-BR.';
  if (!Check(label, draft.label.trim())) return 'The name of subtitles has 1 to 60 characters.';
  return undefined;
}

/** What the call takes. */
export function toCaptionBody({ content, language, label }: CaptionDraft) {
  return { content, language: language.trim(), label: label.trim() };
}
