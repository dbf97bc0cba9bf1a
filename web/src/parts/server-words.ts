import {
  DEFAULT_LANGUAGE,
  type Explained,
  type FailureReason,
  type Remark,
  type status,
} from '@larksong/contracts';
import { createElement, useEffect, useState, type ReactNode } from 'react';

import { loadServerTexts, serverText } from '../lib/server-sentences/texts.ts';
import { currentLanguage, useTexts } from '../lib/texts.ts';

/** A sentence of a server; `lang` and `dir` only if it is in English on a page in another language. */
export interface Words {
  children: string;
  lang?: 'en';
  dir?: 'ltr';
}

/** Returns what to show of a finding. */
export function findingWords({ id, values = {}, sentence, remedy }: status.Finding): {
  sentence: Words;
  remedy: Words;
} {
  return {
    sentence: toWords(serverText(`findings.${id}.sentence`, values), sentence),
    remedy: toWords(serverText(`findings.${id}.remedy`, values), remedy),
  };
}

/** Returns why work on an upload failed: in the reader's language if the worker gave a reason that is known. */
export function failureWords(reason: FailureReason | null | undefined, sentence: string): Words {
  if (!reason) return toWords(undefined, sentence);
  const { cause } = reason;
  const problem = cause && serverText(`failures.${cause.id}`, cause.values);
  const values = { ...reason.values, ...(problem !== undefined && { problem }) };
  return toWords(serverText(`failures.${reason.id}`, values), sentence);
}

/** Returns why something is refused, if the server explained its sentence. */
export function explainedWords(explained: Explained | null | undefined, sentence: string): Words {
  return toWords(explained ? serverText(explained.reason, explained.values ?? {}) : undefined, sentence);
}

/** Returns what of a file is missing from its video; a remark of an older worker has only the sentence. */
export function remarkWords(remark: Remark | undefined, sentence: string): Words {
  return toWords(remark && serverText(`remarks.${remark.id}`, remark.values), sentence);
}

/** Returns all remarks on a video as one text, in the reader's language if all of them are known. */
export function remarksWords(remarks: readonly Remark[] | undefined, sentences: string): Words {
  const texts = (remarks ?? []).map(({ id, values }) => serverText(`remarks.${id}`, values));
  const isKnown = texts.length > 0 && !texts.includes(undefined);
  return toWords(isKnown ? texts.join(' ') : undefined, sentences);
}

function toWords(translated: string | undefined, english: string): Words {
  if (translated !== undefined) return { children: translated };
  const isEnglish = currentLanguage() === DEFAULT_LANGUAGE;
  return isEnglish ? { children: english } : { children: english, lang: 'en', dir: 'ltr' };
}

/** Returns a sentence that servers have in English only, such as a line of the command line. */
export function englishWords(sentence: string): Words {
  return toWords(undefined, sentence);
}

/** Returns the words as part of a sentence. */
export function showWords({ children, ...marks }: Words): ReactNode {
  return marks.lang === undefined ? children : createElement('span', marks, children);
}

/**
 * Loads what servers say in the language of the page, and renders again once it has arrived. Returns whether it has, or
 * cannot be loaded.
 */
export function useServerTexts(group: 'failures' | 'findings'): boolean {
  const { language } = useTexts();
  const [loaded, setLoaded] = useState('');
  useEffect(() => {
    void loadServerTexts(group).then(() => setLoaded(language));
  }, [group, language]);
  return language === DEFAULT_LANGUAGE || language === loaded;
}
