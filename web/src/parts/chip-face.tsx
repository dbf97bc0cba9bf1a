import type { catalog } from '@larksong/contracts';

import { classNames } from '../ui/class-names.ts';
import styles from './chip-face.module.css';

/** How a chip looks; a plain one has neither. */
export type ChipLook = Pick<catalog.Chip, 'hue' | 'picture'>;

/** Returns the attributes of the element that is the chip. */
export function toChipProps({ hue, picture }: ChipLook) {
  return {
    className: classNames(
      'chip',
      styles.chip,
      hue !== null && styles.painted,
      picture !== null && styles.pictured,
    ),
    'data-hue': hue ?? undefined,
  };
}

/** The content of a chip: its picture, and its label, which is cut short if it is long. */
export function ChipFace({ label, picture }: { label: string; picture: string | null }) {
  return (
    <>
      {picture !== null && <img className={styles.picture} src={picture} alt="" />}
      <span className={styles.label}>{label}</span>
    </>
  );
}
