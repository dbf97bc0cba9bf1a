import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';

import { classNames } from './class-names.ts';

/** Connects an input with its label, hint and error; to be spread onto the input. */
interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  const hintId = hint === undefined ? null : `${id}-hint`;
  const errorId = error ? `${id}-error` : null;
  return (
    <div className={classNames('field', className)}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hintId && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
      {errorId && (
        <p className="error" id={errorId}>
          <CircleAlert className="icon" aria-hidden />
          {error}
        </p>
      )}
    </div>
  );
}
