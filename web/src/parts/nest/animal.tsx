import type { auth } from '@larksong/contracts';

import { useTexts, type Texts } from '../../lib/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { toHueStyle } from '../list-sign.tsx';
import styles from './animal.module.css';

type Look = Pick<auth.NestFace, 'animal' | 'ground'>;

/** The addresses of the drawings, by their paths. */
const DRAWINGS = import.meta.glob<string>('./animals/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

const drawingOf = (name: string) => DRAWINGS[`./animals/${name}.svg`];

interface AnimalProps {
  face: Look;
  isAsleep?: boolean;
  className?: string | undefined;
}

/** An animal on its ground, by which a child finds its nest. It says nothing: its name stands next to it. */
export function Animal({ face: { animal, ground }, isAsleep = false, className }: AnimalProps) {
  return (
    <span
      className={classNames(styles.animal, className)}
      style={toHueStyle(ground)}
      data-ground={ground}
      aria-hidden
    >
      <img src={drawingOf(isAsleep ? `${animal}-asleep` : animal)} alt="" width={96} height={96} />
    </span>
  );
}

/** A ground alone. */
export function Ground({ ground, className }: { ground: auth.Ground; className?: string | undefined }) {
  return (
    <span
      className={classNames(styles.animal, styles.ground, className)}
      style={toHueStyle(ground)}
      data-ground={ground}
      aria-hidden
    />
  );
}

/** The animal in its nest. */
export function InNest({ face, isAsleep = false, className }: AnimalProps) {
  return (
    <span className={classNames(styles.inNest, className)} aria-hidden>
      <Animal face={face} isAsleep={isAsleep} />
      <img className={styles.bowl} src={drawingOf('nest')} alt="" width={160} height={72} />
    </span>
  );
}

/** Returns the name of a nest: its nickname, or else its animal. */
export function nameOf({ nickname, animal }: Pick<auth.NestFace, 'animal' | 'nickname'>, t: Texts): string {
  return nickname ?? t(`animals.${animal}`);
}

/** Returns what a picture shows: in a class, several have the same animal. */
export function describeFace({ animal, ground }: Look, t: Texts): string {
  return t('animals.on-ground', { animal: t(`animals.${animal}`), ground: t(`animals.ground-${ground}`) });
}

/** Returns a function that names nests. */
export function useNames(): (face: Pick<auth.NestFace, 'animal' | 'nickname'>) => string {
  const t = useTexts();
  return (face) => nameOf(face, t);
}
