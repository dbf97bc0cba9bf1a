import { CircleAlert, X } from 'lucide-react';

import { useTexts } from '../../lib/texts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Problem } from './use-decisions.ts';
import styles from './approvals.module.css';

interface ProblemsProps {
  problems: readonly Problem[];
  onDismiss: (id: string) => void;
}

/** Decisions that were not taken, and why: somebody was faster, or the video has changed. */
export function Problems({ problems, onDismiss }: ProblemsProps) {
  const t = useTexts();
  if (problems.length === 0) return null;
  return (
    <div className={styles.problems} role="alert">
      {problems.map(({ id, title, sentence }) => (
        <div key={id} className="message warn">
          <CircleAlert className="icon" aria-hidden />
          <p>
            <strong dir="auto">{title}</strong>
            <br />
            {sentence}
          </p>
          <IconButton label={t('approvals.dismiss', { title })} icon={X} onClick={() => onDismiss(id)} />
        </div>
      ))}
    </div>
  );
}
