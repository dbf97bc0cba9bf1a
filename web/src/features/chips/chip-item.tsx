import type { catalog } from '@larksong/contracts';
import { useState } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { ChipFace, toChipProps } from '../../parts/chip-face.tsx';
import { Button } from '../../ui/button.tsx';
import { ChipForm } from './chip-form.tsx';
import styles from './chips.module.css';

/** One grade or category, with the form that changes its chip. */
export function ChipItem({ chip }: { chip: catalog.AdminChip }) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { tagType, tagValue, isShown } = chip;
  return (
    <li className="panel">
      <div className={styles.head}>
        <div className="row">
          <span {...toChipProps(chip)} dir="auto" title={tagValue}>
            <ChipFace label={tagValue} picture={chip.picture} />
          </span>
          {/* Grades are always shown. */}
          {tagType === 'category' && (
            <span className="muted small">{t(isShown ? 'chip.shown' : 'chip.not-shown')}</span>
          )}
        </div>
        <Button
          variant="plain"
          aria-label={t(isOpen ? 'chip.close-named' : 'chip.change-named', { name: tagValue })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'chip.close' : 'chip.change')}
        </Button>
      </div>
      {isOpen && <ChipForm chip={chip} />}
    </li>
  );
}
