import type { ReactNode } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { Field } from '../../ui/field.tsx';
import { changeLanguage, type CaptionDraft } from './captions.ts';
import styles from './caption-fields.module.css';

interface CaptionFieldsProps {
  draft: CaptionDraft;
  error?: string | undefined;
  /** The effect of the chosen language. */
  hint?: string | undefined;
  onChange: (draft: CaptionDraft) => void;
  /** The actions. */
  children: ReactNode;
}

/** Subtitles read from a file, with their language and the name that viewers choose them by. */
export function CaptionFields({ draft, error, hint, onChange, children }: CaptionFieldsProps) {
  const t = useTexts();
  return (
    <div className={styles.captionDraft}>
      <p className="small" dir="auto">
        {draft.fileName}
      </p>
      <div className={styles.pair}>
        <Field label={<span className="small">{t('subtitles.code')}</span>} hint={hint} error={error}>
          {(control) => (
            <input
              {...control}
              name="captions"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={35}
              value={draft.language}
              onChange={(event) => onChange(changeLanguage(draft, event.target.value))}
            />
          )}
        </Field>
        <Field label={<span className="small">{t('subtitles.name')}</span>}>
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              dir="auto"
              maxLength={60}
              value={draft.label}
              onChange={(event) => onChange({ ...draft, label: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className="row">{children}</div>
    </div>
  );
}
