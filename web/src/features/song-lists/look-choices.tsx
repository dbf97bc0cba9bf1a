import { catalog } from '@larksong/contracts';
import { useId, type CSSProperties, type ReactNode } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { SIGN_ICONS, toHueStyle } from '../../parts/list-sign.tsx';
import styles from './look-choices.module.css';

interface SignChoiceProps {
  value: catalog.ListSign;
  /** The colour of the chosen one. */
  hue: catalog.ChipHue;
  onPick: (sign: catalog.ListSign) => void;
}

/** The twelve signs. Arrow keys choose, as in any group of radio buttons. */
export function SignChoice({ value, hue, onPick }: SignChoiceProps) {
  const t = useTexts();
  const name = useId();
  return (
    <fieldset>
      <legend>{t('list-dialog.sign')}</legend>
      <div className={styles.signs} style={toHueStyle(hue)}>
        {catalog.LIST_SIGNS.map((sign) => {
          const Icon = SIGN_ICONS[sign];
          return (
            <Choice
              key={sign}
              group={name}
              label={t(`list-dialog.sign-${sign}`)}
              isChosen={sign === value}
              onPick={() => onPick(sign)}
            >
              <Icon className="icon" aria-hidden />
            </Choice>
          );
        })}
      </div>
    </fieldset>
  );
}

interface HueChoiceProps {
  value: catalog.ChipHue;
  onPick: (hue: catalog.ChipHue) => void;
}

/** The six hues. */
export function HueChoice({ value, onPick }: HueChoiceProps) {
  const t = useTexts();
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{t('list-dialog.hue')}</legend>
      <div className={styles.hues}>
        {catalog.CHIP_HUES.map((hue) => (
          <Choice
            key={hue}
            group={name}
            label={t(`list-dialog.hue-${hue}`)}
            isChosen={hue === value}
            style={toHueStyle(hue)}
            onPick={() => onPick(hue)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface ChoiceProps {
  group: string;
  label: string;
  isChosen: boolean;
  style?: CSSProperties;
  onPick: () => void;
  children?: ReactNode;
}

function Choice({ group, label, isChosen, style, onPick, children }: ChoiceProps) {
  return (
    <label className={styles.choice} style={style} title={label}>
      <input type="radio" name={group} aria-label={label} checked={isChosen} onChange={onPick} />
      {children}
    </label>
  );
}
