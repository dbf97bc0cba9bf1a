import { catalog } from '@larksong/contracts';
import { useId, type ReactNode } from 'react';

import { toChipProps } from '../../parts/chip-face.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './chips.module.css';

const SCENE_NAMES: Record<catalog.ChipScene, string> = {
  'morning-lark': 'Lark',
  'duck-pond': 'Ducks',
  'farm-morning': 'Farm',
  'fish-count': 'Fish',
  'bee-garden': 'Flowers',
  'clothes-line': 'Clothes',
  'fruit-bowl': 'Fruit',
  'letter-blocks': 'Letters',
  'colour-train': 'Train',
  'rain-umbrella': 'Rain',
  'snow-friend': 'Snow',
  'moon-lullaby': 'Moon',
};
const HUE_NAMES: Record<catalog.ChipHue, string> = {
  lake: 'Blue',
  tangerine: 'Orange',
  leaf: 'Green',
  rose: 'Red',
  plum: 'Purple',
  lagoon: 'Teal',
};

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
  const name = useId();
  const props = (option: typeof value) => ({ name, option, value, onPick });
  return (
    <fieldset className={styles.choices}>
      <legend>Picture</legend>
      <Choice {...props('')} label="No picture" />
      {own !== null && (
        <Choice {...props('own')} label="Uploaded picture">
          <img className={styles.scene} src={own} alt="" />
        </Choice>
      )}
      {catalog.CHIP_SCENES.map((scene) => (
        <Choice key={scene} {...props(scene)} label={SCENE_NAMES[scene]}>
          <img className={styles.scene} src={toScenePath(scene) ?? ''} alt="" loading="lazy" />
        </Choice>
      ))}
    </fieldset>
  );
}

/** The hues of the cards, and none. */
export function HueChoice({ value, onPick }: ChoiceProps<catalog.ChipHue>) {
  const name = useId();
  const props = (option: typeof value) => ({ name, option, value, onPick });
  return (
    <fieldset className={styles.choices}>
      <legend>Colour</legend>
      <Choice {...props('')} label="No colour" />
      {catalog.CHIP_HUES.map((hue) => (
        <Choice key={hue} {...props(hue)} label={HUE_NAMES[hue]}>
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
