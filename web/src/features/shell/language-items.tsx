import { LANGUAGE_NAMES, type Language } from '@larksong/contracts';
import { Check, ChevronLeft } from 'lucide-react';

import { offeredLanguages } from '../../lib/language.ts';
import { useTexts } from '../../lib/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './menu.module.css';

/** Languages whose sentences a native speaker has read and approved. */
const APPROVED: readonly Language[] = ['en'];

interface LanguageItemsProps {
  onBack: () => void;
  onChoose: (language: Language) => void;
}

/** The languages of the site, each by the name it calls itself, and in the language of the page. */
export function LanguageItems({ onBack, onChoose }: LanguageItemsProps) {
  const t = useTexts();
  const names = new Intl.DisplayNames(t.language, { type: 'language' });
  const languages = offeredLanguages().toSorted((a, b) =>
    LANGUAGE_NAMES[a].localeCompare(LANGUAGE_NAMES[b], t.language),
  );
  return (
    <div className={classNames(styles.menu, styles.popup)}>
      <ul role="menu" aria-label={t('account-menu.language')}>
        <li role="none" className={styles.back}>
          <button type="button" role="menuitem" onClick={onBack}>
            <ChevronLeft className="icon pointing" aria-hidden />
            {t('account-menu.language')}
          </button>
        </li>
        {languages.map((language) => {
          const isCurrent = language === t.language;
          return (
            <li key={language} role="none">
              <button
                type="button"
                role="menuitemradio"
                aria-checked={isCurrent}
                onClick={() => onChoose(language)}
              >
                <span lang={language} dir="auto">
                  {LANGUAGE_NAMES[language]}
                </span>
                <span className={classNames(styles.end, 'muted small')}>
                  {!isCurrent && names.of(language)}
                  {!APPROVED.includes(language) && <small>{t('account-menu.language-unapproved')}</small>}
                </span>
                {isCurrent && <Check className="icon" aria-hidden />}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
