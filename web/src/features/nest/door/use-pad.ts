import { ApiError } from '@larksong/contracts';
import { useEffect, useEffectEvent, useState } from 'react';

import { openDoor } from './open-door.ts';

export const MIN_DIGITS = 4;
export const MAX_DIGITS = 6;

/** Why the door has not opened. */
export type Refusal =
  | { kind: 'wrong' | 'rests' | 'ended' | 'away' }
  /** Too many wrong ones: the pad pauses. */
  | { kind: 'paused'; untilMs: number };

/** Returns why a try failed, at a moment of `performance.now()`. */
export function toRefusal(error: unknown, nowMs: number): Refusal {
  if (!(error instanceof ApiError)) return { kind: 'away' };
  const { code, retryAfterSeconds } = error;
  if ((code === 'WRONG_PIN' || code === 'TOO_MANY_REQUESTS') && retryAfterSeconds !== undefined)
    return { kind: 'paused', untilMs: nowMs + retryAfterSeconds * 1000 };
  if (code === 'WRONG_PIN') return { kind: 'wrong' };
  if (code === 'PIN_RESTS') return { kind: 'rests' };
  return { kind: code === 'INVALID_REFRESH_TOKEN' ? 'ended' : 'away' };
}

/** Keeps the digits of a pad, and opens the door with them. */
export function usePad() {
  const [digits, setDigits] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const isPaused = refusal?.kind === 'paused';
  const mayType = !isBusy && !isPaused && refusal?.kind !== 'rests';
  const submit = async (): Promise<void> => {
    if (!mayType || digits.length < MIN_DIGITS) return;
    setBusy(true);
    setRefusal(null);
    try {
      await openDoor(digits);
    } catch (error) {
      setRefusal(toRefusal(error, performance.now()));
    }
    setDigits('');
    setBusy(false);
  };
  const press = (digit: string) => {
    if (mayType && digits.length < MAX_DIGITS) setDigits(digits + digit);
  };
  const takeBack = () => setDigits(digits.slice(0, -1));
  useKeys({ press, takeBack, submit });
  return { digits, isBusy, refusal, press, takeBack, submit, goOn: () => setRefusal(null) };
}

interface PadKeys {
  press: (digit: string) => void;
  takeBack: () => void;
  submit: () => Promise<void>;
}

/** Digits may be typed as well, wherever the focus is. */
function useKeys({ press, takeBack, submit }: PadKeys): void {
  const type = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[0-9]$/.test(event.key)) press(event.key);
    else if (event.key === 'Backspace') takeBack();
    else if (event.key === 'Enter' && !(event.target instanceof Element && event.target.closest('button, a')))
      void submit();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => type(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

/** Returns the whole seconds until a moment of `performance.now()`; calls back when it has come. */
export function useSecondsUntil(untilMs: number, onOver: () => void): number {
  const toLeft = () => Math.max(0, Math.ceil((untilMs - performance.now()) / 1000));
  const [left, setLeft] = useState(toLeft);
  const tell = useEffectEvent(onOver);
  const tick = useEffectEvent(() => {
    setLeft(toLeft());
    if (toLeft() === 0) tell();
  });
  useEffect(() => {
    const timer = setInterval(() => tick(), 250);
    return () => clearInterval(timer);
  }, []);
  return left;
}
