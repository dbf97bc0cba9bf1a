import { RotateCcw, Settings, Undo2, Volume2, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './game-side.module.css';

interface GameSideProps {
  isWon: boolean;
  /** Read out by screen readers; the sentence of victory is also visible. */
  announcement: string;
  /** Nobody has found a pair on this device. */
  isInviting: boolean;
  isSoundOn: boolean;
  onToggleSound: () => void;
  onTryAgain: () => void;
  /** Restores the game that Try again has ended; undefined if there is none. */
  onUndo: (() => void) | undefined;
  /** What follows a victory. */
  onward: ReactNode;
  onSettings: () => void;
  onSettingsIntent: () => void;
  /** For superadmins. */
  extra?: ReactNode;
}

/** The area next to or below the cards: the buttons, and the praise after the last pair. */
export function GameSide(props: GameSideProps) {
  const t = useTexts();
  const { isWon, announcement, isInviting, onward } = props;
  return (
    <div className={classNames(styles.gameSide, isWon && styles.victory)}>
      {isWon && <img className={styles.mark} src="/mark.svg" alt="" width={112} height={112} />}
      {/* One element for all sentences, so that each is a change in a live region. */}
      <output data-announcement className={isWon ? styles.praise : 'sr-only'}>
        {announcement}
      </output>
      {!isWon && <GameControls {...props} />}
      {isInviting && !isWon && <p className={styles.invitation}>{t('game.invitation')}</p>}
      {onward}
    </div>
  );
}

function GameControls(props: GameSideProps) {
  const t = useTexts();
  const { isSoundOn, onToggleSound, onTryAgain, onUndo, onSettings, onSettingsIntent, extra } = props;
  return (
    <div className={styles.gameControls}>
      <div className={styles.round}>
        <IconButton child label={t('game.try-again')} icon={RotateCcw} onClick={onTryAgain} />
        <IconButton
          child
          label={t('game.sound')}
          icon={isSoundOn ? Volume2 : VolumeX}
          aria-pressed={isSoundOn}
          className={classNames(!isSoundOn && styles.off)}
          onClick={onToggleSound}
        />
        <IconButton
          child
          label={t('game.settings')}
          icon={Settings}
          aria-haspopup="dialog"
          data-grown-ups
          onClick={onSettings}
          onPointerEnter={onSettingsIntent}
          onFocus={onSettingsIntent}
        />
        {onUndo && (
          <IconButton child label={t('game.undo')} onClick={onUndo}>
            <Undo2 className="icon points" aria-hidden />
          </IconButton>
        )}
      </div>
      {extra}
    </div>
  );
}
