import { game, LANGUAGE_NAMES, type Language } from '@larksong/contracts';

import { useCall } from '../../../api/queries.ts';
import { formatList } from '../../../lib/format.ts';
import { useTexts, type Texts } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './other-languages.module.css';

interface OtherLanguagesProps {
  onChoose: (language: Language) => void;
  /** Adds the starter pack of a language. */
  start: (language: Starter) => void;
  isStarting: boolean;
}

type Starter = (typeof game.STARTER_LANGUAGES)[number];

const findStarter = (language: Language): Starter | undefined =>
  game.STARTER_LANGUAGES.find((known) => known === language);

/** Letters and words in other languages: packs to edit or to begin, and starter packs to add. */
export function OtherLanguages({ onChoose, start, isStarting }: OtherLanguagesProps) {
  const t = useTexts();
  const packs = useCall(game.listAdminPacks, {}, { staleTime: 0 }).data?.packs ?? [];
  if (packs.length === 0) return null;
  return (
    <details>
      <summary>{t('packs.languages')}</summary>
      <ul className={styles.languages}>
        {packs
          .filter(({ language }) => language !== game.OWN_PACK)
          .map((pack) => (
            <li key={pack.language}>
              <div className="row apart">
                <span>
                  <bdi lang={pack.language}>
                    <strong>{LANGUAGE_NAMES[pack.language]}</strong>
                  </bdi>{' '}
                  <small>{t('packs.language-letters', { count: pack.letterCount })}</small>
                </span>
                <Actions {...{ pack, onChoose, start, isStarting }} />
              </div>
              {pack.starter && <p className="muted small">{describe(pack.starter, t)}</p>}
            </li>
          ))}
      </ul>
    </details>
  );
}

function Actions({ pack, onChoose, start, isStarting }: OtherLanguagesProps & { pack: game.AdminPack }) {
  const t = useTexts();
  const name = LANGUAGE_NAMES[pack.language];
  const starter = findStarter(pack.language);
  return (
    <span className="row">
      {starter !== undefined && (
        <Button
          variant="plain"
          slim
          disabled={isStarting}
          aria-label={t('packs.starter-label', { name })}
          onClick={() => start(starter)}
        >
          {t('packs.starter')}
        </Button>
      )}
      <Button
        variant="plain"
        slim
        aria-label={t('packs.edit-label', { name })}
        onClick={() => onChoose(pack.language)}
      >
        {t('packs.edit')}
      </Button>
    </span>
  );
}

function describe({ wordCount, letters, missingLetters }: game.StarterPack, t: Texts): string {
  const missing = formatList(missingLetters);
  return t('packs.starter-content', { words: wordCount, letters: letters.length, missing });
}
