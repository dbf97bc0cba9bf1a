import { game } from '@larksong/contracts';
import { Printer } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { hueOf, toLettersQuery } from '../../../parts/game-cards/letter-card.ts';
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
import { keepKnown } from '../letters/letters.ts';
import type { Offer } from '../letters/starting-choice.ts';
import { SoundSettings } from './sound-settings.tsx';
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
  const { isForTwo, onForTwo, ...sound } = rest;
  const [grid, setGrid] = useState(choice.grid);
  const [letters, setLetters] = useState<readonly string[]>(() =>
    keepKnown(offer.categories, choice.letters),
  );
  // In alphabetical order, whatever was pressed first.
  const change = (next: readonly string[]) => setLetters(keepKnown(offer.categories, next));
  return (
    <Dialog open title="Settings" className={styles.gameSettings} onClose={onClose}>
      <Field label="Grid Size" hint={describeGrids(offer.grids)}>
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
        all={offer.categories.map(({ letter }) => letter)}
        chosen={letters}
        onChange={change}
        more={
          <>
            <CopyLink link={toLink(toLettersQuery(letters))} disabled={letters.length === 0} />
            <ButtonLink variant="plain" to={paths.printOf(letters)}>
              <Printer className="icon" aria-hidden />
              Print cards
            </ButtonLink>
          </>
        }
      />
      <SoundSettings {...sound} />
      <fieldset>
        <legend>Players</legend>
        <label className="choice">
          <input type="checkbox" checked={isForTwo} onChange={({ target }) => onForTwo(target.checked)} />
          Two players take turns
        </label>
      </fieldset>
      <ClearWonLetters />
      <div className="actions">
        <Button variant="play" disabled={letters.length === 0} onClick={() => onApply({ letters, grid })}>
          Apply Settings
        </Button>
      </div>
    </Dialog>
  );
}

/** Returns how many cards the boards have, such as `Number of cards: 4 or 8`. */
function describeGrids(grids: readonly game.Grid[]): string {
  const counts = grids.map((grid) => String(game.CARD_COUNTS[grid]));
  return `Number of cards: ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(counts)}`;
}

interface LetterChoiceProps {
  all: readonly string[];
  chosen: readonly string[];
  onChange: (letters: readonly string[]) => void;
  /** Buttons that do something else with the chosen letters. */
  more: ReactNode;
}

function LetterChoice({ all, chosen, onChange, more }: LetterChoiceProps) {
  const toggle = (letter: string) =>
    onChange(chosen.includes(letter) ? chosen.filter((other) => other !== letter) : [...chosen, letter]);
  return (
    <fieldset>
      <legend>
        Select Letters <Badge kind="note">{chosen.length} selected</Badge>
      </legend>
      <div className="row">
        <Button variant="plain" onClick={() => onChange(all)}>
          Select All
        </Button>
        <Button variant="plain" onClick={() => onChange([])}>
          Clear
        </Button>
      </div>
      <output className="muted small">
        {chosen.length === 0
          ? 'Please select at least one letter'
          : 'Click letters to select them for the game'}
      </output>
      <p className={classNames('muted small', styles.tap)}>Tap the letters to play with</p>
      <div className={styles.lettersGrid}>
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
