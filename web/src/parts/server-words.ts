import { DEFAULT_LANGUAGE, kindOfValue, type FailureReason, type status } from '@larksong/contracts';
import { createElement, useEffect, useState, type ReactNode } from 'react';

import { formatBytes } from '../lib/bytes.ts';
import { formatDate, formatDuration, formatList, formatWait } from '../lib/format.ts';
import { currentLanguage, findText, loadServerTexts, useTexts } from '../lib/texts.ts';

/** A sentence of a server; `lang` only if it is in English on a page in another language. */
interface Words {
  children: string;
  lang?: 'en';
}

type ServerValue = string | number | string[] | string[][];
type ServerValues = Readonly<Record<string, ServerValue>>;

/** Returns values as texts in the reader's language; numbers stay, since messages choose by them. */
export function showValues(values: ServerValues): Record<string, string | number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, showValue(name, value)]));
}

function showValue(name: string, value: ServerValue): string | number {
  const kind = kindOfValue(name);
  if (Array.isArray(value)) return formatList(value.map((item) => showItem(kind, item)));
  if (typeof value === 'string') return kind === 'date' ? formatDate(value) : value;
  if (kind === 'bytes' || kind === 'memory') return formatBytes(value);
  if (kind === 'duration') return formatWait(value);
  return kind === 'length' ? formatDuration(value) : value;
}

function showItem(kind: ReturnType<typeof kindOfValue>, item: string | string[]): string {
  if (Array.isArray(item)) {
    const [head = '', ...members] = item;
    return members.length === 0 ? head : `${head} (${formatList(members)})`;
  }
  const part = item === '' ? 'deleted-account' : item;
  const isPart = kind === 'parts' || item === '';
  return (isPart ? findText(`findings.part.${part}`, {}) : undefined) ?? item;
}

/** Returns what to show of a finding. */
export function findingWords({ id, values = {}, sentence, remedy }: status.Finding): {
  sentence: Words;
  remedy: Words;
} {
  const shown = showValues(values);
  return {
    sentence: toWords(findText(`findings.${id}.sentence`, shown), sentence),
    remedy: toWords(findText(`findings.${id}.remedy`, shown), remedy),
  };
}

/** Returns why work on an upload failed: in the reader's language if the worker gave a reason that is known. */
export function failureWords(reason: FailureReason | null | undefined, sentence: string): Words {
  if (!reason) return toWords(undefined, sentence);
  const { cause } = reason;
  const problem = cause && findText(`failures.${cause.id}`, showValues(cause.values));
  const values = { ...showValues(reason.values), ...(problem !== undefined && { problem }) };
  return toWords(findText(`failures.${reason.id}`, values), sentence);
}

function toWords(translated: string | undefined, english: string): Words {
  if (translated !== undefined) return { children: translated };
  return currentLanguage() === DEFAULT_LANGUAGE ? { children: english } : { children: english, lang: 'en' };
}

/** Returns the words as part of a sentence. */
export function showWords({ children, lang }: Words): ReactNode {
  return lang === undefined ? children : createElement('span', { lang }, children);
}

/** Loads what servers say in the language of the page, and renders again once it has arrived. */
export function useServerTexts(group: 'failures' | 'findings'): void {
  const { language } = useTexts();
  const [, setLoaded] = useState('');
  useEffect(() => {
    void loadServerTexts(group).then(() => setLoaded(language));
  }, [group, language]);
}
