import { Settings } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BoardGrid, type BoardHandle } from './board-grid.tsx';
import { ConfettiCanvas } from './confetti-canvas.tsx';
import { prefetchConfetti } from './confetti.ts';
import { GameSide } from './game-side.tsx';
import { GameMessage, WaitingBoard } from './game-states.tsx';
import { GameTitle } from './game-title.tsx';
import { LivingLark } from './lark/living-lark.tsx';
import { LazySettings, prefetchSettings } from './lazy-settings.tsx';
import { isWon, NO_GAME } from './rules.ts';
import type { Offer } from './starting-choice.ts';
import { useMemoryGame } from './use-memory-game.ts';
import { announce } from './words.ts';
import styles from './game-table.module.css';

interface GameTableProps {
  /** Undefined until loaded; the table waits for it. */
  offer: Offer | undefined;
  version: number;
  reload: () => Promise<Offer | undefined>;
  linkedLetters: string | null;
  onLeaveLink: () => void;
  toLink: (query: string) => string;
  /** For superadmins. */
  extra: ReactNode;
}

/** The visible game: cards, the area beside them, and the settings. */
export function GameTable({ offer, extra, toLink, ...deps }: GameTableProps) {
  const memory = useMemoryGame({ offer, ...deps });
  const { status, choice } = memory.table;
  const isWaiting = status === 'loading';
  const game = isWaiting ? NO_GAME : memory.game;
  const [isChoosing, setChoosing] = useState(false);
  const openSettings = () => setChoosing(true);
  return (
    <>
      {status === 'refused' || status === 'failed' ? (
        <NothingDealt
          title={status === 'refused' ? 'There are no cards for these letters' : 'Cards could not be loaded'}
          onRetry={() => void memory.start()}
          onSettings={openSettings}
          extra={extra}
        />
      ) : (
        // The same element while waiting and playing, so that the title stays.
        <div className={styles.game} data-game aria-busy={isWaiting}>
          <div className={styles.gameLayout}>
            <GameTitle
              letters={isWaiting ? [] : (choice?.letters ?? [])}
              game={game}
              lark={
                <LivingLark isSpeaking={memory.sounds.isSpeaking} hint={memory.hint} isWon={isWon(game)} />
              }
            />
            {isWaiting ? (
              <WaitingBoard />
            ) : (
              <Playing memory={memory} extra={extra} onSettings={openSettings} />
            )}
          </div>
          {isWon(game) && <ConfettiCanvas />}
        </div>
      )}
      {isChoosing && offer && (
        <LazySettings
          offer={offer}
          choice={choice ?? memory.toStart(offer)}
          toLink={toLink}
          hearing={memory.sounds.hearing}
          onHearing={memory.sounds.change}
          onApply={(requested) => {
            setChoosing(false);
            void memory.choose(requested);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}

interface PlayingProps {
  memory: ReturnType<typeof useMemoryGame>;
  extra: ReactNode;
  onSettings: () => void;
}

/** The cards and the area beside them. */
function Playing({ memory, extra, onSettings }: PlayingProps) {
  const { game, hint, sounds, pictures } = memory;
  const board = useRef<BoardHandle>(null);
  const hasBegun = game.seen.length > 0;
  useEffect(() => {
    if (hasBegun) prefetchConfetti();
  }, [hasBegun]);
  /** Moves the focus to the first card when a focused button disappears. */
  const thenFocusBoard = (action: () => void) => () => {
    action();
    board.current?.focus();
  };
  return (
    <>
      <BoardGrid ref={board} game={game} hint={hint} pictureOf={pictures.sourceOf} onTap={memory.tap} />
      <GameSide
        isWon={isWon(game)}
        announcement={announce(game)}
        isSoundOn={sounds.isOn}
        onToggleSound={sounds.toggle}
        onTryAgain={() => void memory.tryAgain()}
        onUndo={memory.undo && thenFocusBoard(memory.undo)}
        onPlayAgain={thenFocusBoard(() => void memory.again())}
        onSettings={onSettings}
        onSettingsIntent={prefetchSettings}
        extra={extra}
      />
    </>
  );
}

interface NothingDealtProps {
  title: string;
  extra: ReactNode;
  onRetry: () => void;
  onSettings: () => void;
}

/** Shown after the alert was closed, with two ways forward. */
function NothingDealt({ title, extra, onRetry, onSettings }: NothingDealtProps) {
  return (
    <GameMessage>
      <EmptyState
        meadow
        title={title}
        hint="You can try again, or choose other letters."
        action={
          <div className="row">
            <Button onClick={onRetry}>Try again</Button>
            <Button variant="plain" onClick={onSettings}>
              <Settings className="icon" aria-hidden />
              Settings
            </Button>
            {extra}
          </div>
        }
      />
    </GameMessage>
  );
}
