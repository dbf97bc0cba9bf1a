import { game } from '@larksong/contracts';
import { ArrowRight, Check } from 'lucide-react';

import { useTexts, type Texts } from '../../lib/texts.ts';
import type { FurtherPack } from '../../parts/game-cards/packs.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { countMissing, describeMissing, sumUp, toPlaces, type Place } from './content/names.ts';
import styles from './overview.module.css';

interface OverviewProps {
  categories: game.AdminCategory[];
  letter: string | null;
  pack: FurtherPack;
  onChoose: (letter: string) => void;
  onNextMissing: () => void;
}

/** A to Z: the existing letters and their missing parts. */
export function Overview({ categories, letter, pack, onChoose, onNextMissing }: OverviewProps) {
  const t = useTexts();
  const total = sumUp(categories);
  const missing = describeMissing(total);
  const counts = { letters: categories.length, words: total.nameCount };
  return (
    <section className="panel" aria-labelledby="overview">
      <div className="row apart">
        <div>
          <h2 id="overview">{toRange(pack)}</h2>
          <p className="muted">
            {missing === undefined
              ? t('overview.summary-complete', counts)
              : t('overview.summary', { ...counts, missing })}
          </p>
        </div>
        {missing !== undefined && (
          <Button variant="plain" className={styles.next} onClick={onNextMissing}>
            {t('overview.next-missing')}
            <ArrowRight className="icon" aria-hidden />
          </Button>
        )}
      </div>
      <ul className={styles.places} aria-labelledby="overview">
        {toPlaces(categories, pack).map((place) => (
          <li key={place.letter}>
            <PlaceTile place={place} isChosen={place.letter === letter} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the first and the last letter of the alphabet. */
function toRange(pack: FurtherPack): string {
  const alphabet = game.ALPHABETS[pack ?? game.OWN_PACK];
  return `${alphabet[0]}–${alphabet.at(-1)}`;
}

interface PlaceTileProps {
  place: Place;
  isChosen: boolean;
  onChoose: (letter: string) => void;
}

function PlaceTile({ place: { letter, category }, isChosen, onChoose }: PlaceTileProps) {
  const t = useTexts();
  if (category === undefined)
    return (
      <span className={classNames(styles.place, styles.absent)}>
        <span aria-hidden>{letter}</span>
        <span className="sr-only">{t('overview.absent', { letter })}</span>
      </span>
    );
  const missing = countMissing(category);
  const state =
    category.nameCount === 0 ? t('overview.no-words') : (describeMissing(category) ?? t('overview.complete'));
  return (
    <button
      type="button"
      className={classNames(styles.place, missing > 0 && styles.missing)}
      aria-current={isChosen || undefined}
      title={state}
      onClick={() => onChoose(letter)}
    >
      <span aria-hidden>{letter}</span>
      <span className="sr-only">{t('overview.letter', { letter, state })}</span>
      <small aria-hidden dir="ltr">
        {toMark(t, category.nameCount, missing)}
      </small>
    </button>
  );
}

function toMark(t: Texts, nameCount: number, missing: number) {
  if (nameCount === 0) return '–';
  return missing > 0 ? t('overview.missing-mark', { count: missing }) : <Check className="icon" />;
}
