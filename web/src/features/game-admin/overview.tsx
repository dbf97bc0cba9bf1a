import type { game } from '@larksong/contracts';
import { ArrowRight, Check } from 'lucide-react';

import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { count, countMissing, describeMissing, sumUp, toPlaces, type Place } from './content/names.ts';
import styles from './overview.module.css';

interface OverviewProps {
  categories: game.AdminCategory[];
  letter: string | null;
  onChoose: (letter: string) => void;
  onNextMissing: () => void;
}

/** A to Z: the existing letters and their missing parts. */
export function Overview({ categories, letter, onChoose, onNextMissing }: OverviewProps) {
  const total = sumUp(categories);
  const missing = describeMissing(total);
  return (
    <section className="panel" aria-labelledby="overview">
      <div className="row apart">
        <div>
          <h2 id="overview">A–Z</h2>
          <p className="muted">
            {count(categories.length, 'letter')} with {count(total.nameCount, 'word')},{' '}
            {missing ?? 'nothing missing'}.
            {missing !== undefined && ' The number on a letter counts what is missing.'}
          </p>
        </div>
        {missing !== undefined && (
          <Button variant="plain" onClick={onNextMissing}>
            Next missing
            <ArrowRight className="icon" aria-hidden />
          </Button>
        )}
      </div>
      <ul className={styles.places} aria-labelledby="overview">
        {toPlaces(categories).map((place) => (
          <li key={place.letter}>
            <PlaceTile place={place} isChosen={place.letter === letter} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PlaceTileProps {
  place: Place;
  isChosen: boolean;
  onChoose: (letter: string) => void;
}

function PlaceTile({ place: { letter, category }, isChosen, onChoose }: PlaceTileProps) {
  if (category === undefined)
    return (
      <span className={classNames(styles.place, styles.absent)}>
        <span aria-hidden>{letter}</span>
        <span className="sr-only">Letter {letter} has not been added yet</span>
      </span>
    );
  const missing = countMissing(category);
  const text = category.nameCount === 0 ? 'no words yet' : (describeMissing(category) ?? 'complete');
  return (
    <button
      type="button"
      className={classNames(styles.place, missing > 0 && styles.missing)}
      aria-current={isChosen || undefined}
      title={text}
      onClick={() => onChoose(letter)}
    >
      <span aria-hidden>{letter}</span>
      <span className="sr-only">
        Letter {letter}, {text}
      </span>
      <small aria-hidden>{toMark(category.nameCount, missing)}</small>
    </button>
  );
}

function toMark(nameCount: number, missing: number) {
  if (nameCount === 0) return '–';
  return missing > 0 ? `−${missing}` : <Check className="icon" />;
}
