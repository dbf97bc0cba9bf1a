import { Check, Undo2 } from 'lucide-react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './approvals.module.css';

interface SelectionBarProps {
  /** How many videos are selected. */
  count: number;
  total: number;
  /** Selects all videos, or none. */
  onSelect: (isAll: boolean) => void;
  onApprove: () => void;
  onSendBack: () => void;
}

/** Decides on many videos at once. */
export function SelectionBar({ count, total, ...on }: SelectionBarProps) {
  const t = useTexts();
  return (
    <div className={styles.selection}>
      <label className={classNames('choice', styles.all)}>
        <input
          type="checkbox"
          name="all"
          checked={count === total}
          onChange={() => on.onSelect(count < total)}
        />
        <span>{count === 0 ? t('approvals.select-all') : t('approvals.selected', { count })}</span>
      </label>
      {count > 0 && (
        <div className="row">
          <Button variant="plain" onClick={on.onSendBack}>
            <Undo2 className="icon points" aria-hidden />
            {t('approvals.send-back-selected', { count })}
          </Button>
          <Button onClick={on.onApprove}>
            <Check className="icon" aria-hidden />
            {t('approvals.approve-selected', { count })}
          </Button>
        </div>
      )}
    </div>
  );
}
