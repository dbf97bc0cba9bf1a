import { catalog, isBlank } from '@larksong/contracts';
import { toLanguageName, toLanguageTag } from '@larksong/import';

import { text } from '../../lib/texts.ts';
import { meets, textRulesOf } from '../text-rules.ts';
import { explain } from '../../lib/server-sentences/texts.ts';

/** Subtitles to be added to a video. */
export interface CaptionDraft {
  fileName: string;
  /** The content of the WebVTT or SubRip file. */
  content: string;
  language: string;
  label: string;
}

/** The types that a file picker offers. */
export const CAPTION_FILES = '.vtt,.srt,text/vtt';

/** Reads and checks a file of subtitles. Throws an `Error` with a sentence for the user. */
export async function readCaption(file: File): Promise<CaptionDraft> {
  if (file.size > catalog.MAX_CAPTION_BYTES) throw new Error(explain(catalog.CAPTIONS_TOO_LARGE)); // never read if huge
  let content: string;
  try {
    content = await file.text();
  } catch (cause) {
    throw new Error(text('subtitles.unreadable'), { cause });
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
    throw new Error(text('subtitles.unusable', { file: fileName, reason: explain(error.explanation) }), {
      cause: error,
    });
  }
}

/** Guesses the language from a file name such as `song.pt-BR.vtt` or `song_de.vtt`; `en` if it contains none. */
export function guessLanguage(fileName: string): string {
  const code = /[._-]([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\.[^.]+$/.exec(fileName)?.[1];
  return code !== undefined && toLanguageName(code) !== '' ? code : 'en';
}

/** Changes the language, and the name along with it unless the user has edited the name. */
export function changeLanguage(draft: CaptionDraft, language: string): CaptionDraft {
  const isOwnName = !isBlank(draft.label) && draft.label !== toLanguageName(draft.language);
  return { ...draft, language, label: isOwnName ? draft.label : toLanguageName(language) };
}

const rules = textRulesOf(catalog.putCaption.body.properties);

/** Returns the error in the language or the name; undefined if the subtitles can be sent. */
export function findCaptionProblem(draft: CaptionDraft): string | undefined {
  if (!meets(rules.language, draft.language.trim()) || toLanguageTag(draft.language) === undefined)
    return text('subtitles.bad-code');
  if (isBlank(draft.label) || !meets(rules.label, draft.label.trim())) return text('subtitles.bad-name');
  return undefined;
}

/**
 * Returns the error of each of the subtitles of a video, by index; undefined where there is none. The server keeps one
 * file per language, so a second one would replace the first.
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
  return name === ''
    ? text('subtitles.repeated-code', { code: tag })
    : text('subtitles.repeated', { name, code: tag });
}

/** Returns whether two codes denote the same language, as `pt-br` and `pt-BR` do. */
export function isSameLanguage(one: string, other: string): boolean {
  const tag = toLanguageTag(one);
  return tag !== undefined && tag === toLanguageTag(other);
}

/** Returns the body of the call. */
export function toCaptionBody({ content, language, label }: CaptionDraft) {
  return { content, language: language.trim(), label: label.trim() };
}
