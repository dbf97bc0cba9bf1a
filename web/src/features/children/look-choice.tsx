import { auth, catalog } from '@larksong/contracts';
import { useId } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { Animal, Ground } from '../../parts/nest/animal.tsx';
import styles from './look-choice.module.css';

interface AnimalChoiceProps {
  value: auth.Animal;
  /** On which they are shown. */
  ground: auth.Ground;
  onPick: (animal: auth.Animal) => void;
}

/** The twelve animals. */
export function AnimalChoice({ value, ground, onPick }: AnimalChoiceProps) {
  const t = useTexts();
  const name = useId();
  return (
    <fieldset>
      <legend>{t('nest-dialog.animal')}</legend>
      <div className={styles.animals}>
        {auth.ANIMALS.map((animal) => (
          <label key={animal} className={styles.choice} title={t(`animals.${animal}`)}>
            <input
              type="radio"
              name={name}
              aria-label={t(`animals.${animal}`)}
              checked={animal === value}
              onChange={() => onPick(animal)}
            />
            <Animal face={{ animal, ground }} className={styles.picture} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface GroundChoiceProps {
  value: auth.Ground;
  onPick: (ground: auth.Ground) => void;
}

/** The six grounds: each has a hue and a shape, so that nobody needs to see colours. */
export function GroundChoice({ value, onPick }: GroundChoiceProps) {
  const t = useTexts();
  const name = useId();
  return (
    <fieldset>
      <legend>{t('nest-dialog.ground')}</legend>
      <div className={styles.animals}>
        {catalog.CHIP_HUES.map((ground) => (
          <label key={ground} className={styles.choice} title={t(`animals.ground-${ground}`)}>
            <input
              type="radio"
              name={name}
              aria-label={t(`animals.ground-${ground}`)}
              checked={ground === value}
              onChange={() => onPick(ground)}
            />
            <Ground ground={ground} className={styles.picture} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
