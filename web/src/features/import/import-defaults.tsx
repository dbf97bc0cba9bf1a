import { useTexts } from '../../lib/texts.ts';
import { LanguageField } from '../../parts/video-form/language-field.tsx';
import { TagFields } from '../../parts/video-form/tag-fields.tsx';
import { findTagProblem } from '../../parts/video-form/tags.ts';
import { VisibilityFields } from '../../parts/video-form/visibility-fields.tsx';
import { useSoleViewer } from '../auth/session.ts';
import { findDefaultsProblem, type Defaults } from './import-state.ts';
import styles from './import-videos.module.css';

interface ImportDefaultsProps {
  defaults: Defaults;
  isDisabled: boolean;
  onChange: (changes: Partial<Defaults>) => void;
}

/** Visibility, language and tags for all videos whose line of the table does not override them. */
export function ImportDefaults({ defaults, isDisabled, onChange }: ImportDefaultsProps) {
  const t = useTexts();
  const soleViewer = useSoleViewer();
  return (
    <section className="panel" aria-label={t('import.defaults')}>
      <h2>{t('import.defaults')}</h2>
      <fieldset disabled={isDisabled} className={styles.defaults}>
        <VisibilityFields
          audience={defaults}
          error={findDefaultsProblem(defaults)}
          soleViewer={soleViewer}
          onChange={onChange}
        />
        <LanguageField
          language={defaults.language}
          mayBeGuessed
          onChange={(language) => onChange({ language })}
        />
        <TagFields
          tags={defaults.tags}
          error={findTagProblem(defaults.tags)}
          onChange={(tags) => onChange({ tags })}
        />
      </fieldset>
    </section>
  );
}
