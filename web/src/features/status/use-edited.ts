import { useState } from 'react';

/** What was changed in a form, and what was saved when the first change was made. */
interface Edit<T> {
  base: T;
  values: T;
}

/**
 * Follows values that are saved on the server until the form is changed. From then on, what was typed stays, whatever
 * another superadmin saves meanwhile.
 */
export function useEdited<T extends object>(saved: T) {
  const [edit, setEdit] = useState<Edit<T> | null>(null);
  return {
    values: edit?.values ?? saved,
    /** The values that the changes started from, so that only these changes are sent. */
    base: edit?.base ?? saved,
    change: (changes: Partial<T>): void =>
      setEdit((before) => ({
        base: before?.base ?? saved,
        values: { ...(before?.values ?? saved), ...changes },
      })),
    /** Follows the server again, once the values were saved. What was changed while they were being saved stays. */
    settle: (sent: T): void =>
      setEdit((now) => (now === null || now.values === sent ? null : { ...now, base: sent })),
  };
}
