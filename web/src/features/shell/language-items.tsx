import { LANGUAGE_NAMES, type Language } from '@larksong/contracts';
import { Check, ChevronLeft } from 'lucide-react';

import { offeredLanguages } from '../../lib/language.ts';
import { useTexts } from '../../lib/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { useChooseLanguage } from './use-choose-language.ts';
import styles from './menu.module.css';

/** Languages whose sentences a native speaker has read and approved. */
const APPROVED: readonly Language[] = ['en'];

interface LanguageItemsProps {
  onBack: () => void;
  /** Called before the language is loaded. */
  onChoose: () => void;
}

/** The languages of the site, each by the name it calls itself, and in the language of the page. */
export function LanguageItems({ onBack, onChoose }: LanguageItemsProps) {
  const t = useTexts();
  const choose = useChooseLanguage();
  return (
    <ul role="menu" aria-label={t('account-menu.language')}>
      <li role="none" className={styles.back}>
        <button type="button" role="menuitem" onClick={onBack}>
          <ChevronLeft className="icon points" aria-hidden />
          {t('account-menu.language')}
        </button>
      </li>
      {listByName(t.language).map((language) => (
        <LanguageItem
          key={language}
          language={language}
          onChoose={() => {
            onChoose();
            void choose(language);
          }}
        />
      ))}
    </ul>
  );
}

function listByName(current: Language): Language[] {
  return offeredLanguages().toSorted((a, b) => LANGUAGE_NAMES[a].localeCompare(LANGUAGE_NAMES[b], current));
}

function LanguageItem({ language, onChoose }: { language: Language; onChoose: () => void }) {
  const t = useTexts();
  const names = new Intl.DisplayNames(t.language, { type: 'language' });
  const isCurrent = language === t.language;
  return (
    <li role="none">
      <button
        type="button"
        role="menuitemradio"
        aria-checked={isCurrent}
        className={styles.language}
        onClick={onChoose}
      >
        <span lang={language}>
          <bdi>{LANGUAGE_NAMES[language]}</bdi>
          {!APPROVED.includes(language) && (
            <small className={styles.remark} lang={t.language} dir="auto">
              {t('account-menu.language-unapproved')}
            </small>
          )}
        </span>
        {isCurrent ? (
          <Check className={classNames('icon', styles.end)} aria-hidden />
        ) : (
          <span className={classNames(styles.end, 'muted small')}>{names.of(language)}</span>
        )}
      </button>
    </li>
  );
}
