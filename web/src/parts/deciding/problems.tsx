import { CircleAlert, X } from 'lucide-react';

import { IconButton } from '../../ui/icon-button.tsx';
import styles from './deciding.module.css';

/** A decision that the server did not take. */
export interface Problem {
  id: string;
  title: string;
  sentence: string;
}

interface ProblemsProps {
  problems: readonly Problem[];
  /** Returns the name of the button that hides a problem. */
  toDismissLabel: (problem: Problem) => string;
  onDismiss: (id: string) => void;
}

/** Decisions that were not taken, and why: somebody was faster, or something has changed. */
export function Problems({ problems, toDismissLabel, onDismiss }: ProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <div className={styles.problems} role="alert">
      {problems.map((problem) => (
        <div key={problem.id} className="message warn">
          <CircleAlert className="icon" aria-hidden />
          <p>
            <strong dir="auto">{problem.title}</strong>
            <br />
            {problem.sentence}
          </p>
          <IconButton label={toDismissLabel(problem)} icon={X} onClick={() => onDismiss(problem.id)} />
        </div>
      ))}
    </div>
  );
}
