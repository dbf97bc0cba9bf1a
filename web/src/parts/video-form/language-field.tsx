import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '@larksong/contracts';

import { useTexts } from '../../lib/texts.ts';
import { Field } from '../../ui/field.tsx';

interface LanguageFieldProps {
  language: Language | null;
  /** Whether it is taken from the subtitles in the file if none is chosen. */
  mayBeGuessed?: boolean;
  onChange: (language: Language | null) => void;
}

/** The language in which a video is sung or spoken, each under its own name. */
export function LanguageField({ language, mayBeGuessed = false, onChange }: LanguageFieldProps) {
  const t = useTexts();
  const hint = mayBeGuessed ? t('details.language-guessed') : t('details.language-hint');
  return (
    <Field label={t('details.language')} hint={hint}>
      {(control) => (
        <select
          {...control}
          name="language"
          value={language ?? ''}
          onChange={({ target: { value } }) => onChange(isLanguage(value) ? value : null)}
        >
          <option value="">{t('details.language-unknown')}</option>
          {LANGUAGES.map((one) => (
            <option key={one} value={one} lang={one}>
              {LANGUAGE_NAMES[one]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
