import { useState, type ReactNode } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import type { AlphabetPerchProps } from './letters/alphabet-perch.tsx';
import { LazyAlphabetDialog, LazyAlphabetPerch, prefetchOnward } from './onward/lazy-onward.tsx';
import type { Offer } from './letters/starting-choice.ts';
import type { useSounds } from './sounds/use-sounds.ts';
import styles from './my-letters.module.css';

/** More birds do not fit next to the cards of a tablet. */
const MAX_BESIDE = 27;

interface MyLettersDeps {
  offer: Offer | undefined;
  sounds: ReturnType<typeof useSounds>;
}

/** The alphabet of this site, with the letters that were won on this device. */
export function useMyLetters({ offer, sounds }: MyLettersDeps) {
  const [isOpen, setOpen] = useState(false);
  const [said] = useState(() => new Map<string, number>());
  const letters = (offer?.categories ?? []).filter(({ pairCount }) => pairCount > 0);
  const perch: AlphabetPerchProps = {
    letters: letters.map(({ letter }) => letter),
    said,
    pack: offer?.pack,
    speak: sounds.speak,
    load: sounds.loadAhead,
  };
  return { perch, isOpen, onOpen: () => setOpen(true), onClose: () => setOpen(false) };
}

type MyLettersState = ReturnType<typeof useMyLetters>;

/**
 * The title, and below it where there is room: the alphabet after a victory, before that a button that opens it.
 */
export function TitleAndLetters({
  isWon,
  children: title,
  ...state
}: MyLettersState & { isWon: boolean; children: ReactNode }) {
  const { perch, isOpen, onClose } = state;
  const isShown = isWon && perch.letters.length <= MAX_BESIDE;
  return (
    <div className={styles.column}>
      {title}
      {perch.letters.length > 0 && (
        <div className={styles.beside}>
          {isShown ? (
            <div className={styles.panel}>
              <LazyAlphabetPerch {...perch} />
            </div>
          ) : (
            <MyLettersButton {...state} />
          )}
        </div>
      )}
      {isOpen && <LazyAlphabetDialog {...perch} onClose={onClose} />}
    </div>
  );
}

/** Opens the alphabet in a dialog. */
export function MyLettersButton({ onOpen }: Pick<MyLettersState, 'onOpen'>) {
  const t = useTexts();
  return (
    <button
      type="button"
      aria-label={t('my-letters.button')}
      title={t('my-letters.button')}
      aria-haspopup="dialog"
      className={classNames('icon-button child', styles.button)}
      onClick={onOpen}
      onPointerEnter={prefetchOnward}
      onFocus={prefetchOnward}
    >
      <span className="lark" />
    </button>
  );
}
