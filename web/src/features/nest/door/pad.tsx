import { Delete, Timer } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { formatNumber } from '../../../lib/format.ts';
import { useTexts, type Texts } from '../../../lib/texts.ts';
import { ButtonLink } from '../../../parts/button-link.tsx';
import { nestPaths } from '../../../nest-paths.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Message } from '../../../ui/message.tsx';
import { Status } from '../../../ui/status.tsx';
import { useIdle } from '../use-idle.ts';
import { MIN_DIGITS, usePad, useSecondsUntil, type Refusal } from './use-pad.ts';
import styles from './pad.module.css';

/** A pad that nobody touches leads back to the nest: perhaps a child has found it. A pause is waited out first. */
const LEFT_ALONE_MS = 60_000;

/** The pad of the door: own buttons, so that no keyboard covers it, and dots instead of digits. */
export function Pad({ onLeftAlone }: { onLeftAlone: () => void }) {
  const t = useTexts();
  const { digits, isBusy, refusal, press, takeBack, submit, goOn } = usePad();
  useIdle(refusal?.kind === 'paused' ? null : LEFT_ALONE_MS, onLeftAlone);
  if (refusal?.kind === 'rests') return <Rests />;
  if (refusal?.kind === 'paused') return <Pause untilMs={refusal.untilMs} onOver={goOn} />;
  return (
    <div className={styles.pin}>
      {refusal === null ? (
        <p className="muted">{t('door.four-to-six')}</p>
      ) : (
        <Message kind="bad">{explain(refusal, t)}</Message>
      )}
      <Dots count={digits.length} />
      {/* The digits of a pad stand alike in all languages. */}
      <div className={styles.pad} dir="ltr">
        {[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => (
          <Digit key={digit} digit={digit} onPress={press} />
        ))}
        <button type="button" className={styles.bare} aria-label={t('door.take-back')} onClick={takeBack}>
          <Delete className="icon" aria-hidden />
        </button>
        <Digit digit={0} onPress={press} />
        <button
          type="button"
          className={styles.go}
          aria-busy={isBusy || undefined}
          aria-disabled={digits.length < MIN_DIGITS || undefined}
          onClick={() => void submit()}
        >
          {t('dialog.ok')}
        </button>
      </div>
      <PasswordLink variant="quiet" />
    </div>
  );
}

function explain({ kind }: Refusal, t: Texts): string {
  if (kind === 'wrong') return t('door.wrong');
  return t(kind === 'ended' ? 'door.ended' : 'door.away');
}

function Digit({ digit, onPress }: { digit: number; onPress: (digit: string) => void }) {
  return (
    <button type="button" onClick={() => onPress(String(digit))}>
      {formatNumber(digit)}
    </button>
  );
}

/** One dot for each digit that was typed. */
function Dots({ count }: { count: number }) {
  const t = useTexts();
  return (
    <div className={styles.dots}>
      {Array.from({ length: Math.max(count, MIN_DIGITS) }, (_, place) => (
        <span key={place} className={classNames(place < count && styles.on)} aria-hidden />
      ))}
      <Status className="sr-only">{t('door.typed', { count })}</Status>
    </div>
  );
}

/** After wrong ones: how long the pad pauses. The password does not wait. */
function Pause({ untilMs, onOver }: { untilMs: number; onOver: () => void }) {
  const t = useTexts();
  const seconds = useSecondsUntil(untilMs, onOver);
  const words = useFocused();
  return (
    <div className={styles.pin}>
      <Timer className={styles.timer} aria-hidden />
      <p ref={words} tabIndex={-1}>
        {t('door.paused')}
      </p>
      <p className={styles.countdown} role="timer">
        {t('span.seconds', { seconds })}
      </p>
      <PasswordLink />
    </div>
  );
}

/** Only the password helps now. */
function Rests() {
  const t = useTexts();
  const words = useFocused();
  return (
    <div className={styles.pin}>
      <p ref={words} tabIndex={-1}>
        {t('door.rests')}
      </p>
      <PasswordLink />
    </div>
  );
}

/** Moves the focus to what has taken the place of the buttons, which also reads it out. */
function useFocused() {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}

function PasswordLink({ variant }: { variant?: 'quiet' }) {
  const t = useTexts();
  return (
    <ButtonLink replace variant={variant} to={nestPaths.signIn}>
      {t('door.password')}
    </ButtonLink>
  );
}
