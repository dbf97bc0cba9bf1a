import type { catalog } from '@larksong/contracts';
import {
  ALargeSmall,
  BedDouble,
  Cake,
  Car,
  CloudRain,
  Fish,
  Flower2,
  Heart,
  Moon,
  Snowflake,
  Sun,
  TreePine,
  type LucideIcon,
} from 'lucide-react';
import type { CSSProperties } from 'react';

import { classNames } from '../ui/class-names.ts';
import styles from './list-sign.module.css';

/** The drawings of the signs of lists. */
export const SIGN_ICONS: Record<catalog.ListSign, LucideIcon> = {
  sun: Sun,
  moon: Moon,
  car: Car,
  rain: CloudRain,
  letters: ALargeSmall,
  fish: Fish,
  bed: BedDouble,
  cake: Cake,
  tree: TreePine,
  flower: Flower2,
  snow: Snowflake,
  heart: Heart,
};

interface ListSignProps {
  list: Pick<catalog.SongListCard, 'sign' | 'hue'>;
  /** 64 px instead of 40. */
  isLarge?: boolean;
  className?: string | undefined;
}

/** The sign of a list on its hue, by which a child finds it. Its name stands next to it. */
export function ListSign({ list: { sign, hue }, isLarge = false, className }: ListSignProps) {
  const Icon = SIGN_ICONS[sign];
  return (
    <span
      className={classNames(styles.sign, isLarge && styles.large, className)}
      style={toHueStyle(hue)}
      aria-hidden
    >
      <Icon />
    </span>
  );
}

/** Returns the style that makes a hue known to style sheets. */
export function toHueStyle(hue: catalog.ChipHue): CSSProperties {
  return { '--hue': `var(--back-${hue})` } as CSSProperties; // React's type has no custom properties
}
