import {
  DEFAULT_LANGUAGE,
  describeReadable,
  kindOfValue,
  type FailureReason,
  type Language,
  type Readable,
  type Remark,
  type Values,
} from '@larksong/contracts';
import { VIDEO_FAILURES, VIDEO_REMARKS } from '@larksong/contracts/sentences';
import { createTexts, type Translate } from '@larksong/languages';

import type { VideoMailRow } from '../db/tables.ts';
import type { Part } from './layout.ts';

type Outcome = Pick<VideoMailRow, 'message' | 'reason' | 'readable' | 'remarks'>;

const failuresIn = createTexts('failures');

/**
 * Returns why a video failed, and which part of it can be published; catalog's English text if it gave no reason, or one
 * that this version does not know.
 */
export function failureWords({ message, reason, readable }: Outcome, t: Translate): Part {
  const sentence = reason === null ? undefined : sayReason(reason, t.language);
  if (sentence === undefined) return inEnglish(message, t);
  return readable === null ? sentence : `${sentence} ${offer(readable, t)}`;
}

/** Returns what of its file is not in a video, which may be nothing; in English if this version does not know all of it. */
export function remarkWords({ message, remarks }: Outcome, t: Translate): Part {
  const sentences = (remarks ?? []).map((remark) => sayRemark(remark, t.language));
  const areKnown = sentences.length > 0 && !sentences.includes(undefined);
  return areKnown ? sentences.join(' ') : inEnglish(message, t);
}

function inEnglish(message: string | null, { language }: Translate): Part {
  const line = (message ?? '').replaceAll(/\s+/g, ' ').trim();
  return line === '' || language === DEFAULT_LANGUAGE ? line : { english: line };
}

function sayReason({ id, values, cause }: FailureReason, language: Language): string | undefined {
  if (!Object.hasOwn(VIDEO_FAILURES, id)) return undefined;
  const problem = cause && sayReason(cause, language);
  const shown = showValues({ ...values, ...(problem === undefined ? {} : { problem }) }, language);
  return failuresIn(language)(`failures.${id}`, shown);
}

function sayRemark({ id, values }: Remark, language: Language): string | undefined {
  if (!Object.hasOwn(VIDEO_REMARKS, id)) return undefined;
  return failuresIn(language)(`remarks.${id}`, showValues(values, language));
}

/** Returns the values of failures and remarks as messages need them: only lengths are not texts or numbers yet. */
function showValues(values: Values, language: Language): Record<string, string | number> {
  const shown = Object.entries(values).map(([name, value]) => {
    if (typeof value === 'object') return [name, value.flat().join(', ')];
    const isLength = kindOfValue(name) === 'length';
    return [name, isLength ? formatLength(Number(value), language) : value];
  });
  return Object.fromEntries(shown) as Record<string, string | number>; // as said above
}

/** Returns a length in seconds as on the site, for example `3:12`. */
function formatLength(seconds: number, language: Language): string {
  const format = (value: number, minimumIntegerDigits: number) =>
    value.toLocaleString(language, { minimumIntegerDigits, useGrouping: false });
  const whole = Math.round(seconds);
  return `${format(Math.floor(whole / 60), 1)}:${format(whole % 60, 2)}`;
}

function offer(readable: Readable, t: Translate): string {
  const { part, unit, count } = describeReadable(readable);
  return t(`mail.video-failed.publish-${part}-${unit}`, { count });
}
