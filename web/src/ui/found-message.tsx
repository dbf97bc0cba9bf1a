import { useLayoutEffect, useRef, type ReactNode } from 'react';

import { Message } from './message.tsx';
import styles from './found-message.module.css';

/** The message of a failure, which comes into view: on small screens, it may be above or below what was pressed. */
export function FoundMessage({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place} className={styles.place}>
      <Message kind="bad">{children}</Message>
    </div>
  );
}
