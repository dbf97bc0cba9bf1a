import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { Choice } from './rules/dealer.ts';
import type { Effect } from './sounds/media.ts';
import type { FurtherPack } from '../../parts/game-cards/packs.ts';
import { ofPack, saveChoice } from './preferences/pack-preferences.ts';
import { loadPreferences, savePreferences } from './preferences/preferences.ts';
import { findVerdict, isLastPair, play, toTap, type Game, type Move } from './rules/rules.ts';
import { createSounds } from './sounds/sounds.ts';
import { toStartingChoice, type Offer } from './letters/starting-choice.ts';
import { usePictures } from './board/use-pictures.ts';
import { useReplacedGame } from './use-replaced-game.ts';
import type { ToOutput } from './sounds/playback.ts';
import { useSounds, type OwnHearing } from './sounds/use-sounds.ts';
import { useTable } from './use-table.ts';
import { useTurns } from './board/use-turns.ts';

interface MemoryGameDeps {
  /** Undefined until loaded. */
  offer: Offer | undefined;
  /** Changes when the letters were refetched. */
  version: number;
  /** Refetches the letters; resolves to undefined if that fails. */
  reload: () => Promise<Offer | undefined>;
  linkedLetters: string | null;
  /** A pair was found on this device. */
  hasPlayed: boolean;
  /** Called when other letters are played than those of the address, with their pack. */
  onChoose: (pack: FurtherPack) => void;
  /** For a place with its own settings: it says nothing of failures itself. */
  own?: OwnHearing & { toOutput: ToOutput };
}

/** Combines the cards, the turns, the sounds and the pictures of a game. */
export function useMemoryGame({ hasPlayed, onChoose, own, ...deps }: MemoryGameDeps) {
  const [audio] = useState(() => createSounds(own?.toOutput));
  const { game, hint, dispatch } = useTurns(audio.speechLeftMs);
  const sounds = useSounds(audio, own);
  const pictures = usePictures();
  const replaced = useReplacedGame();
  const table = useTable({
    onDeal: (board) => {
      sounds.hush(); // the word of a removed card
      dispatch({ kind: 'deal', board });
    },
    prepare: async (items) => (await Promise.all([pictures.load(items), sounds.load(items)])).every(Boolean),
    isQuiet: own !== undefined,
  });
  const { toStart, start, again } = useStart({ table, ...deps });

  /** Deals again; if pairs were found, `undo` can restore them for a short time. */
  const tryAgain = async () => {
    const ended = game;
    if (await again()) replaced.keep(ended);
  };
  const bringBack = (before: Game) => {
    replaced.forget();
    sounds.hush();
    dispatch({ kind: 'restore', game: before });
  };
  const before = replaced.game;
  const undo = before && (() => bringBack(before));

  const choose = async (choice: Choice) => {
    const board = await table.start(choice);
    if (!board) return undefined;
    replaced.forget();
    saveChoice(choice);
    onChoose(choice.pack);
    return board;
  };
  const tap = useTap({ game, dispatch, sounds, hasPlayed });
  return { table, game, hint, sounds, pictures, toStart, start, again, tryAgain, undo, choose, tap };
}

interface StartDeps extends Pick<MemoryGameDeps, 'offer' | 'version' | 'reload' | 'linkedLetters'> {
  table: ReturnType<typeof useTable>;
}

/** Starts the first game, and a new one for another link. Returns how to start again, and how to deal the next cards. */
function useStart({ table, offer, version, reload, linkedLetters }: StartDeps) {
  const toStart = (from: Offer) => {
    const preferences = loadPreferences();
    const { letters } = ofPack(preferences, from.pack);
    return toStartingChoice(from, linkedLetters, { ...preferences, letters });
  };
  const start = async () => {
    if (offer) await table.start(toStart(offer));
  };
  const isOffered = offer !== undefined;
  useEffect(() => {
    // Removing the link does not start a new game.
    const isOtherPack = offer !== undefined && offer.pack !== table.choice?.pack;
    if (linkedLetters !== null || table.status === 'loading' || isOtherPack) void start();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the first offer and another link start a game, nothing else does
  }, [linkedLetters, isOffered, offer?.pack]);

  /** Deals the next cards. If they have been deleted, starts as a new visit does, with the current letters. */
  const again = async (): Promise<boolean> => {
    if (table.again()) return true;
    const now = (await reload()) ?? offer;
    if (now && now.categories.length > 0) await table.start(toStart(now));
    return false;
  };

  const dealtVersion = useRef(version);
  useEffect(() => {
    if (dealtVersion.current === version) return;
    dealtVersion.current = version;
    table.refresh();
  }, [version, table]);
  return { toStart, start, again };
}

interface TapDeps {
  game: Game;
  dispatch: (move: Move) => void;
  sounds: ReturnType<typeof useSounds>;
  hasPlayed: boolean;
}

/** Returns the function that opens a tapped card and says its word. Invites somebody who has never played. */
function useTap({ game, dispatch, sounds, hasPlayed }: TapDeps) {
  const isInviting = !hasPlayed && game.seen.length === 0;
  useTouchElsewhere(isInviting, sounds.invite);
  return (position: number) => {
    const kind = toTap(game, position);
    const item = game.board.cells[position];
    if (!item || kind === 'blocked') return;
    const move = { kind: 'reveal', position } as const;
    dispatch(move);
    const effect = kind === 'reveal' ? findEffect(play(game, move)) : undefined;
    const isSecond = game.open.length > 0 && game.open[0] !== position;
    sounds.play(item, { isSecond, effect, isInviting });
    if (!hasPlayed && (effect === 'match' || effect === 'victory')) savePreferences({ hasPlayed: true });
  };
}

/** Calls back at the first touch of anything but a card, a button, a link or a dialog. */
function useTouchElsewhere(isAwaited: boolean, callback: () => void): void {
  const [isOver, setOver] = useState(false);
  const onTouch = useEffectEvent(({ target }: PointerEvent) => {
    if (!(target instanceof Element) || target.closest('button, a, dialog')) return;
    setOver(true);
    callback();
  });
  const isListening = isAwaited && !isOver;
  useEffect(() => {
    if (!isListening) return undefined;
    const touch = (event: PointerEvent) => onTouch(event);
    window.addEventListener('pointerup', touch);
    return () => window.removeEventListener('pointerup', touch);
  }, [isListening]);
}

/** Returns the effect that follows the word of the card just opened (specification section 4). */
function findEffect(game: Game): Effect | undefined {
  const verdict = findVerdict(game);
  if (verdict === 'match') return isLastPair(game) ? 'victory' : 'match';
  return verdict === 'miss' ? 'error' : undefined;
}
