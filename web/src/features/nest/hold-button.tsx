import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';

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

/**
 * A button that has to be held for three seconds, by a finger or by a key; a ring fills meanwhile. Screen readers and voice
 * control cannot hold: they press it without either, and that counts.
 */
export function HoldButton({ label, className, onHeld, children }: HoldButtonProps) {
  const { isHeld, ...handlers } = useHold(onHeld);
  return (
    <button
      type="button"
      className={classNames(styles.hold, className)}
      aria-label={label}
      title={label}
      data-held={isHeld || undefined}
      {...handlers}
    >
      {children}
    </button>
  );
}

function useHold(onHeld: () => void) {
  const [isHeld, setHeld] = useState(false);
  const wasTouched = useRef(false);
  const end = () => {
    setHeld(false);
    onHeld();
  };
  const finish = useEffectEvent(end);
  useEffect(() => {
    if (!isHeld) return undefined;
    const timer = setTimeout(() => finish(), HOLD_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  const release = () => setHeld(false);
  return {
    isHeld,
    onPointerDown: ({ isPrimary, button }: PointerEvent) => {
      wasTouched.current = true;
      setHeld(isPrimary && button === 0);
    },
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
    onKeyDown: (event: KeyboardEvent) => {
      if (!isPress(event)) return;
      event.preventDefault(); // no click, which a key would make at once
      if (!event.repeat) setHeld(true);
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (isPress(event)) event.preventDefault();
      release();
    },
    onClick: ({ detail }: MouseEvent) => {
      if (detail === 0 && !wasTouched.current) end();
      wasTouched.current = false;
    },
    onBlur: release,
    onContextMenu: (event: MouseEvent) => event.preventDefault(), // of a long press
  };
}

const isPress = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' ';
