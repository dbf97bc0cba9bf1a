import { Settings } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import { useTexts } from '../../lib/texts.ts';
import type { FurtherPack } from '../../parts/game-cards/packs.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BoardGrid, type BoardHandle } from './board/board-grid.tsx';
import { ConfettiCanvas } from './confetti/confetti-canvas.tsx';
import { prefetchConfetti } from './confetti/confetti.ts';
import { GameSide } from './game-side.tsx';
import { GameMessage, WaitingBoard } from './game-states.tsx';
import { GameTitle } from './game-title.tsx';
import { LivingLark } from './lark/living-lark.tsx';
import { LazyOnwardWays } from './onward/lazy-onward.tsx';
import { PlayAgain } from './onward/play-again.tsx';
import { LazySettings, prefetchSettings } from './settings/lazy-settings.tsx';
import { MyLettersButton, TitleAndLetters, useMyLetters } from './my-letters.tsx';
import { savePreferences } from './preferences/preferences.ts';
import { isWon, NO_GAME } from './rules/rules.ts';
import type { Offer } from './letters/starting-choice.ts';
import { useMemoryGame } from './use-memory-game.ts';
import { usePreferences } from './preferences/use-preferences.ts';
import { announce } from './rules/words.ts';
import styles from './game-table.module.css';

interface GameTableProps {
  /** Undefined until loaded; the table waits for it. */
  offer: Offer | undefined;
  version: number;
  reload: () => Promise<Offer | undefined>;
  linkedLetters: string | null;
  onChoose: (pack: FurtherPack) => void;
  toLink: (query: string) => string;
  /** For superadmins. */
  extra: ReactNode;
}

/** The visible game: cards, the area next to them, and the settings. */
export function GameTable({ offer, extra, toLink, ...deps }: GameTableProps) {
  const { hasPlayed, isForTwo } = usePreferences();
  const memory = useMemoryGame({ offer, hasPlayed, ...deps });
  const { status, choice } = memory.table;
  const isWaiting = status === 'loading';
  const game = isWaiting ? NO_GAME : memory.game;
  const myLetters = useMyLetters({ offer, sounds: memory.sounds });
  const [isChoosing, setChoosing] = useState(false);
  const openSettings = () => setChoosing(true);
  return (
    <>
      {status === 'refused' || status === 'failed' ? (
        <NothingDealt
          isRefused={status === 'refused'}
          onRetry={() => void memory.start()}
          onSettings={openSettings}
          extra={extra}
        />
      ) : (
        // The same element while waiting and playing, so that the title stays.
        <div className={styles.game} data-game aria-busy={isWaiting}>
          <div className={styles.gameLayout}>
            <TitleAndLetters {...myLetters} isWon={isWon(game)}>
              <GameTitle
                letters={isWaiting ? [] : (choice?.letters ?? [])}
                game={game}
                isForTwo={isForTwo}
                lark={
                  <LivingLark isSpeaking={memory.sounds.isSpeaking} hint={memory.hint} isWon={isWon(game)} />
                }
              />
            </TitleAndLetters>
            {isWaiting ? (
              <WaitingBoard />
            ) : (
              <Playing
                memory={memory}
                offer={offer}
                version={deps.version}
                isInviting={!hasPlayed}
                isForTwo={isForTwo}
                myLetters={<MyLettersButton {...myLetters} />}
                extra={extra}
                onSettings={openSettings}
              />
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
          isForTwo={isForTwo}
          onForTwo={(next) => savePreferences({ isForTwo: next })}
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
  offer: Offer | undefined;
  version: number;
  /** Nobody has found a pair on this device. */
  isInviting: boolean;
  isForTwo: boolean;
  /** Opens the alphabet, after a victory and where it is not shown. */
  myLetters: ReactNode;
  extra: ReactNode;
  onSettings: () => void;
}

/** The cards and the area next to them. */
function Playing({ memory, offer, version, isInviting, isForTwo, ...rest }: PlayingProps) {
  const { myLetters, extra, onSettings } = rest;
  const { game, table, hint, sounds, pictures } = memory;
  const [lastSong, setLastSong] = useState<string>();
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
        announcement={announce(game, { isForTwo })}
        isInviting={isInviting}
        isSoundOn={sounds.isOn}
        onToggleSound={sounds.toggle}
        onTryAgain={() => void memory.tryAgain()}
        onUndo={memory.undo && thenFocusBoard(memory.undo)}
        onward={
          hasBegun && (
            <LazyOnwardWays
              offer={offer}
              version={version}
              game={game}
              choice={table.choice}
              reserve={table.reserve}
              choose={memory.choose}
              speak={sounds.speak}
              lastSong={lastSong}
              onSong={setLastSong}
              onDealt={() => board.current?.focus()}
              playAgain={
                <PlayAgain serial={game.serial} onPlayAgain={thenFocusBoard(() => void memory.again())} />
              }
              letters={myLetters}
            />
          )
        }
        onSettings={onSettings}
        onSettingsIntent={prefetchSettings}
        extra={extra}
      />
    </>
  );
}

interface NothingDealtProps {
  /** The server has no cards of these letters; otherwise it did not respond. */
  isRefused: boolean;
  extra: ReactNode;
  onRetry: () => void;
  onSettings: () => void;
}

/** Shown after the alert was closed, with two ways forward. */
function NothingDealt({ isRefused, extra, onRetry, onSettings }: NothingDealtProps) {
  const t = useTexts();
  return (
    <GameMessage>
      <EmptyState
        meadow
        title={isRefused ? t('no-cards.refused') : t('no-cards.failed')}
        hint={t('no-cards.hint')}
        action={
          <div className="row">
            <Button onClick={onRetry}>{t('no-cards.retry')}</Button>
            <Button variant="plain" onClick={onSettings}>
              <Settings className="icon" aria-hidden />
              {t('no-cards.settings')}
            </Button>
            {extra}
          </div>
        }
      />
    </GameMessage>
  );
}
