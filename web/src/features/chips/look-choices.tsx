import { catalog } from '@larksong/contracts';
import { useId, type ReactNode } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { toChipProps } from '../../parts/chip-face.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './chips.module.css';

/** Returns the address of one of the site's own pictures. */
export function toScenePath(scene: catalog.ChipScene | ''): string | null {
  return scene === '' ? null : `/scenes/${scene}.svg`;
}

interface ChoiceProps<Value extends string> {
  value: Value | '';
  onPick: (value: Value | '') => void;
}

/** The site's own pictures, the uploaded one if there is one, and none. */
export function PictureChoice({
  own,
  value,
  onPick,
}: ChoiceProps<catalog.ChipScene | 'own'> & { own: string | null }) {
  const t = useTexts();
  const name = useId();
  const props = (option: typeof value) => ({ name, option, value, onPick });
  return (
    <fieldset className={styles.choices}>
      <legend>{t('chip.picture')}</legend>
      <Choice {...props('')} label={t('chip.no-picture')} />
      {own !== null && (
        <Choice {...props('own')} label={t('chip.own-picture')}>
          <img className={styles.scene} src={own} alt="" />
        </Choice>
      )}
      {catalog.CHIP_SCENES.map((scene) => (
        <Choice key={scene} {...props(scene)} label={t(`chip.scene.${scene}`)}>
          <img className={styles.scene} src={toScenePath(scene) ?? ''} alt="" loading="lazy" />
        </Choice>
      ))}
    </fieldset>
  );
}

/** The hues of the cards, and none. */
export function HueChoice({ value, onPick }: ChoiceProps<catalog.ChipHue>) {
  const t = useTexts();
  const name = useId();
  const props = (option: typeof value) => ({ name, option, value, onPick });
  return (
    <fieldset className={styles.choices}>
      <legend>{t('chip.colour')}</legend>
      <Choice {...props('')} label={t('chip.no-colour')} />
      {catalog.CHIP_HUES.map((hue) => (
        <Choice key={hue} {...props(hue)} label={t(`chip.hue.${hue}`)}>
          <Swatch hue={hue} />
        </Choice>
      ))}
    </fieldset>
  );
}

function Swatch({ hue }: { hue: catalog.ChipHue }) {
  const { className, ...rest } = toChipProps({ hue, picture: null });
  return <span {...rest} className={classNames(className, styles.swatch)} aria-hidden />;
}

interface OneChoiceProps<Value extends string> extends ChoiceProps<Value> {
  /** The name of the group. */
  name: string;
  option: Value | '';
  label: string;
  children?: ReactNode;
}

function Choice<Value extends string>({
  name,
  option,
  value,
  label,
  onPick,
  children,
}: OneChoiceProps<Value>) {
  return (
    <label className={classNames('choice', styles.choice)}>
      <input type="radio" name={name} checked={option === value} onChange={() => onPick(option)} />
      {children}
      {label}
    </label>
  );
}
