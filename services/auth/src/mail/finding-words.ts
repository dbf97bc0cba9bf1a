import {
  DEFAULT_LANGUAGE,
  formatBytes,
  kindOfValue,
  type Language,
  type status,
  type Values,
} from '@larksong/contracts';
import { FINDINGS } from '@larksong/contracts/sentences';
import { createTexts, type Translate } from '@larksong/languages';

import type { Line } from './layout.ts';

const findingsIn = createTexts('findings');

/** Returns what a finding says, and what to do about it; in English if this version does not know it. */
export function findingWords(finding: status.Finding, part: 'sentence' | 'both', t: Translate): Line {
  const { language } = t;
  const english = part === 'both' ? `${finding.sentence} ${finding.remedy}` : finding.sentence;
  if (language === DEFAULT_LANGUAGE) return english;
  if (!Object.hasOwn(FINDINGS, finding.id) || finding.values === undefined) return [{ english }];
  const texts = findingsIn(language);
  const values = showValues(finding.values, language);
  const say = (name: 'sentence' | 'remedy') => texts(`findings.${finding.id}.${name}`, values);
  return part === 'both' ? `${say('sentence')} ${say('remedy')}` : say('sentence');
}

/** Returns values as texts in a language; numbers stay, since messages choose by them. */
function showValues(values: Values, language: Language): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, showValue(name, value, language)]),
  );
}

function showValue(name: string, value: Values[string], language: Language): string | number {
  const kind = kindOfValue(name);
  if (Array.isArray(value))
    return listOf(
      value.map((item) => showItem(item, language)),
      language,
    );
  if (typeof value === 'string')
    return kind === 'date'
      ? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value))
      : value;
  if (kind === 'bytes' || kind === 'memory') return formatSize(value, language);
  return kind === 'duration' ? formatDuration(value, language) : value;
}

function showItem(item: string | string[], language: Language): string {
  if (typeof item !== 'string') {
    const [head = '', ...members] = item;
    return members.length === 0 ? head : `${head} (${listOf(members, language)})`;
  }
  const id = `findings.part.${item === '' ? 'deleted-account' : item}`;
  const text = findingsIn(language)(id);
  return text === id ? item : text;
}

function listOf(names: readonly string[], language: Language): string {
  return new Intl.ListFormat(language).format(names);
}

/** Returns a time in its largest unit, rounded down: `3 Tage`. */
function formatDuration(seconds: number, language: Language): string {
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const;
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? (['second', 1] as const);
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return Math.floor(seconds / size).toLocaleString(language, options);
}

function formatSize(bytes: number, language: Language): string {
  const [value = '', unit = ''] = formatBytes(bytes).split(' ');
  return `${Number(value).toLocaleString(language)} ${unit}`;
}
