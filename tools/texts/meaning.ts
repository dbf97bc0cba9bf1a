/**
 * The parts of a sentence that every language has to keep: numbers, names of settings and files, addresses and formats,
 * each once and sorted.
 */
export function partsOf(sentence: string): string[] {
  const text = sentence.replaceAll(DIRECTION_MARKS, '').replaceAll(BETWEEN_DIGITS, '');
  return [...new Set([...text.matchAll(NUMBERS), ...text.matchAll(NAMES)].map(([part]) => part))].toSorted();
}

const DIRECTION_MARKS = /[\u200E\u200F\u2066-\u2069]/g;
/** Separators of thousands. */
const BETWEEN_DIGITS = /(?<=\d)[.,\u00A0\u202F\u2019](?=\d{3}(?!\d))/g;
const NUMBERS = /(?<![A-Za-z\d.])\d+(?:[.:]\d+)*/g;
const NAMES =
  /[A-Z][A-Z\d]*_[A-Z\d_]+|(?<![a-z])docs\/[\w/-]+\.md|(?<![a-z])[a-z-]+\.json|https?:\/\/\S*\w|(?<![A-Z])(?:AAC|CSV|GIF|H\.264|JPEG|JSON|M4A|MP3|MP4|OGG|PNG|TLS|UTF-8|WAV|WebM|WebP|ZIP)(?![A-Z])/g;
