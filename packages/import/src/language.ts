/** The code of a language that is not known (BCP 47). */
const UNKNOWN = 'und';
const UNKNOWN_LABEL = 'Unknown language';

/** Returns `German` for `de`; empty if the code is not a language. */
export function toLanguageName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code.trim()) ?? '';
  } catch {
    return ''; // not even a well-formed code
  }
}

/** Returns a code in its canonical form (RFC 5646, section 4.5), `de` for `ger`; undefined if it is not valid. */
export function toLanguageTag(code: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(code.trim())[0];
  } catch {
    return undefined;
  }
}

/**
 * Returns the language that the end of a file name states, such as `.de` or `_pt-BR` or `.en.forced`; the unknown
 * language if it states none.
 */
export function readLanguage(ending: string): { language: string; label: string } {
  for (const word of ending.split(/[._ ]+|^-/)) {
    const tag = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(word) ? toLanguageTag(word) : undefined;
    const label = tag === undefined || tag === UNKNOWN ? '' : toLanguageName(tag);
    if (tag !== undefined && label !== '') return { language: tag, label };
  }
  return { language: UNKNOWN, label: UNKNOWN_LABEL };
}
