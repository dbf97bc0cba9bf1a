import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';

import { classNames } from '../../ui/class-names.ts';
import styles from './hold-button.module.css';

/** Long enough that no child's press does it. */
export const HOLD_MS = 3000;

interface HoldButtonProps {
  label: string;
  className?: string | undefined;
  onHeld: () => void;
  children: ReactNode;
}

/** A button that has to be held for three seconds, by a finger or by a key; a ring fills meanwhile. */
export function HoldButton({ label, className, onHeld, children }: HoldButtonProps) {
  const [isHeld, setHeld] = useState(false);
  const finish = useEffectEvent(() => {
    setHeld(false);
    onHeld();
  });
  useEffect(() => {
    if (!isHeld) return undefined;
    const timer = setTimeout(() => finish(), HOLD_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  const isKey = (key: string) => key === 'Enter' || key === ' ';
  const release = () => setHeld(false);
  return (
    <button
      type="button"
      className={classNames(styles.hold, className)}
      aria-label={label}
      title={label}
      data-held={isHeld || undefined}
      onPointerDown={({ isPrimary, button }) => setHeld(isPrimary && button === 0)}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onKeyDown={({ key, repeat }) => isKey(key) && !repeat && setHeld(true)}
      onKeyUp={release}
      onBlur={release}
      onContextMenu={(event) => event.preventDefault()} // of a long press
    >
      {children}
    </button>
  );
}
