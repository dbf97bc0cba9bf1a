import { Music2, RotateCcw, Settings, Volume2, VolumeX, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';

import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './game-side.module.css';

interface GameSideProps {
  isWon: boolean;
  /** Read out by screen readers; the sentence of victory is also visible. */
  announcement: string;
  isOn: { voice: boolean; effects: boolean };
  onToggle: (kind: 'voice' | 'effects') => void;
  onTryAgain: () => void;
  onPlayAgain: () => void;
  onSettings: () => void;
  onSettingsIntent: () => void;
  /** For superadmins. */
  extra?: ReactNode;
}

/** The area beside or below the cards: the buttons, and the praise after the last pair. */
export function GameSide(props: GameSideProps) {
  const { isWon, announcement, onPlayAgain } = props;
  return (
    <div className={classNames(styles.gameSide, isWon && styles.victory)}>
      {isWon && <img className={styles.mark} src="/mark.svg" alt="" width={112} height={112} />}
      {/* One element for all sentences, so that each is a change in a live region. */}
      <output data-announcement className={isWon ? styles.praise : 'sr-only'}>
        {announcement}
      </output>
      {isWon ? <PlayAgain onPlayAgain={onPlayAgain} /> : <GameControls {...props} />}
    </div>
  );
}

function PlayAgain({ onPlayAgain }: { onPlayAgain: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <Button ref={button} variant="play" className="large" onClick={onPlayAgain}>
      <span className="play-solid" aria-hidden />
      Play again
    </Button>
  );
}

function GameControls({ isOn, onToggle, onTryAgain, onSettings, onSettingsIntent, extra }: GameSideProps) {
  return (
    <div className={styles.gameControls}>
      <Button variant="play" onClick={onTryAgain}>
        <RotateCcw className="icon" aria-hidden />
        Try again
      </Button>
      <div className={styles.toggles}>
        <Toggle
          label="Voice"
          icon={isOn.voice ? Volume2 : VolumeX}
          isOn={isOn.voice}
          onToggle={() => onToggle('voice')}
        />
        <Toggle
          label="Sound effects"
          icon={Music2}
          isOn={isOn.effects}
          onToggle={() => onToggle('effects')}
        />
        <IconButton
          child
          label="Settings"
          icon={Settings}
          aria-haspopup="dialog"
          onClick={onSettings}
          onPointerEnter={onSettingsIntent}
          onFocus={onSettingsIntent}
        />
      </div>
      {extra}
    </div>
  );
}

interface ToggleProps {
  label: string;
  icon: LucideIcon;
  isOn: boolean;
  onToggle: () => void;
}

function Toggle({ label, icon, isOn, onToggle }: ToggleProps) {
  return (
    <IconButton
      child
      label={label}
      icon={icon}
      aria-pressed={isOn}
      className={classNames(!isOn && styles.off)}
      onClick={onToggle}
    />
  );
}
