import { game, LANGUAGE_NAMES } from '@larksong/contracts';
import { Printer } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { formatList, formatNumber } from '../../../lib/format.ts';
import { useTexts, type Texts } from '../../../lib/texts.ts';
import { hueOf, toLettersQuery } from '../../../parts/game-cards/letter-card.ts';
import type { FurtherPack } from '../../../parts/game-cards/packs.ts';
import { ButtonLink } from '../../../parts/button-link.tsx';
import { paths } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { ClearWonLetters } from './clear-won-letters.tsx';
import { CopyLink } from './copy-link.tsx';
import type { Choice } from '../rules/dealer.ts';
import type { Offer } from '../letters/starting-choice.ts';
import { SoundSettings } from './sound-settings.tsx';
import { usePackChoice } from './use-pack-choice.ts';
import type { Hearing } from '../sounds/use-sounds.ts';
import styles from './settings-dialog.module.css';
import hues from '../board/hues.module.css';

export interface SettingsDialogProps {
  offer: Offer;
  /** The letters and the grid of the current game. */
  choice: Choice;
  /** Returns the address of the game with a query such as `?letters=A,M`. */
  toLink: (query: string) => string;
  hearing: Hearing;
  onHearing: (changes: Partial<Hearing>) => void;
  isForTwo: boolean;
  /** Kept on this device at once. */
  onForTwo: (isForTwo: boolean) => void;
  onApply: (choice: Choice) => void;
  onClose: () => void;
}

/** The dialog for the letters, the number of cards, the sounds, and two players. */
export function SettingsDialog({ offer, choice, toLink, onApply, onClose, ...rest }: SettingsDialogProps) {
  const t = useTexts();
  const { isForTwo, onForTwo, ...sound } = rest;
  const [grid, setGrid] = useState(choice.grid);
  const packs = usePackChoice(offer, choice);
  const { letters, pack } = packs;
  return (
    <Dialog open title={t('settings.title')} className={styles.gameSettings} onClose={onClose}>
      <PackChoice {...packs} />
      <Field label={t('settings.grid')} hint={describeGrids(offer.grids, t)}>
        {(control) => (
          <select
            {...control}
            value={grid}
            onChange={({ target }) => setGrid(game.GRIDS.find((known) => known === target.value) ?? grid)}
          >
            {offer.grids.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </Field>
      <LetterChoice
        {...packs.buttons}
        more={
          <>
            <CopyLink link={toLink(toLettersQuery(letters, pack))} disabled={letters.length === 0} />
            <ButtonLink variant="plain" to={paths.printOf(letters, pack)}>
              <Printer className="icon" aria-hidden />
              {t('settings.print')}
            </ButtonLink>
          </>
        }
      />
      <SoundSettings {...sound} pack={pack} />
      <Players isForTwo={isForTwo} onForTwo={onForTwo} />
      <ClearWonLetters />
      <div className="actions">
        <Button variant="play" disabled={letters.length === 0} onClick={() => onApply(packs.toChoice(grid))}>
          {t('settings.apply')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Chooses the language of the letters and words, where the site has several. */
function PackChoice({ languages, language, choose }: ReturnType<typeof usePackChoice>) {
  const t = useTexts();
  if (languages.length === 0) return null;
  return (
    <Field label={t('settings.pack')}>
      {(control) => (
        <select
          {...control}
          value={language}
          onChange={({ target }) => choose(languages.find((known) => known === target.value) ?? language)}
        >
          {languages.map((known) => (
            <option key={known} value={known} lang={known}>
              {LANGUAGE_NAMES[known]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Players({ isForTwo, onForTwo }: Pick<SettingsDialogProps, 'isForTwo' | 'onForTwo'>) {
  const t = useTexts();
  return (
    <fieldset>
      <legend>{t('settings.players')}</legend>
      <label className="choice">
        <input type="checkbox" checked={isForTwo} onChange={({ target }) => onForTwo(target.checked)} />
        {t('settings.two-players')}
      </label>
    </fieldset>
  );
}

/** Returns how many cards the boards have, such as `Number of cards: 4 or 8`. */
function describeGrids(grids: readonly game.Grid[], t: Texts): string {
  const counts = grids.map((grid) => formatNumber(game.CARD_COUNTS[grid]));
  return t('settings.grid-hint', { counts: formatList(counts, 'disjunction') });
}

interface LetterChoiceProps {
  all: readonly string[];
  /** The language of the letters, unless it is the site's own. */
  lang: FurtherPack;
  chosen: readonly string[];
  onChange: (letters: readonly string[]) => void;
  /** Buttons that do something else with the chosen letters. */
  more: ReactNode;
}

function LetterChoice({ all, lang, chosen, onChange, more }: LetterChoiceProps) {
  const t = useTexts();
  const toggle = (letter: string) =>
    onChange(chosen.includes(letter) ? chosen.filter((other) => other !== letter) : [...chosen, letter]);
  return (
    <fieldset>
      <legend>
        {t('settings.letters')} <Badge kind="note">{t('settings.selected', { count: chosen.length })}</Badge>
      </legend>
      <div className="row">
        <Button variant="plain" onClick={() => onChange(all)}>
          {t('settings.select-all')}
        </Button>
        <Button variant="plain" onClick={() => onChange([])}>
          {t('settings.clear')}
        </Button>
      </div>
      <output className="muted small">
        {chosen.length === 0 ? t('settings.no-letters') : t('settings.letters-hint')}
      </output>
      <p className={classNames('muted small', styles.tap)}>{t('settings.letters-tap')}</p>
      <div className={styles.lettersGrid} lang={lang}>
        {all.map((letter, index) => (
          <button
            key={letter}
            type="button"
            className={classNames(styles.letter, hues[hueOf(index)])}
            aria-pressed={chosen.includes(letter)}
            onClick={() => toggle(letter)}
          >
            {letter}
          </button>
        ))}
      </div>
      <div className="row">{more}</div>
    </fieldset>
  );
}
