import { catalog } from '@larksong/contracts';

import { TEXT_CODECS } from './formats.ts';

/** The fields of ffprobe's streams that matter for subtitles. */
interface ListedStream {
  index: number;
  codec_type?: string;
  codec_name?: string;
  disposition?: Record<string, number>;
  tags?: { language?: string };
}

const LANGUAGE = new RegExp(catalog.LANGUAGE_PATTERN);
const UNKNOWN = { language: 'und', label: 'Unknown language' };

/**
 * Returns the streams of text subtitles, at most `MAX_SUBTITLES`. Complete ones come before those for foreign passages
 * only (`forced`), then default ones before others, then those without descriptions of sounds.
 */
export function chooseSubtitles(streams: readonly ListedStream[]): catalog.SubtitleStream[] {
  return streams
    .filter((stream) => stream.codec_type === 'subtitle' && TEXT_CODECS.includes(stream.codec_name ?? ''))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || a.index - b.index)
    .slice(0, catalog.MAX_SUBTITLES)
    .map((stream) => {
      const { language, label } = toLanguage(stream.tags?.language ?? '');
      const suffix = stream.disposition?.['forced'] === 1 ? ' (forced)' : '';
      return { streamIndex: stream.index, language, label: `${label}${suffix}` };
    });
}

function rankOf({ disposition = {} }: ListedStream): number {
  const { forced = 0, default: isDefault = 0, hearing_impaired: hearingImpaired = 0 } = disposition;
  return forced * 4 + (1 - isDefault) * 2 + hearingImpaired;
}

/**
 * Returns the BCP 47 tag and the English name of a language from a container's code: ISO 639-2 in both variants (`deu`
 * and `ger` are `de`), or a tag already. Codes without a name are unknown.
 */
export function toLanguage(code: string): { language: string; label: string } {
  try {
    const language = new Intl.Locale(code).baseName; // in canonical form
    const label = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(language);
    if (label !== undefined && label.length <= 40 && language.length <= 35 && LANGUAGE.test(language))
      return { language, label };
  } catch {
    // not a well-formed tag
  }
  return UNKNOWN;
}
