import {
  beginAgain,
  beginOrder,
  changeSongs,
  chooseSong,
  currentSong,
  firstSong,
  goBack,
  goOn,
  nextSong,
  setShuffled,
  skipSong,
  type PlayOrder,
} from './order.ts';

/**
 * `playing`: the current song is played, or paused by somebody; `between`: it has ended, and the next one starts after a
 * pause; `held`: somebody stopped this pause; `over`: the whole list was played.
 */
type Phase = 'playing' | 'between' | 'held' | 'over';

export interface ListPlay {
  order: PlayOrder;
  phase: Phase;
}

export type ListEvent =
  | { kind: 'ended' | 'resumed' | 'held' | 'go-on' | 'go-back' | 'begin-again' }
  | { kind: 'choose' | 'skip'; id: string }
  | { kind: 'shuffle' | 'repeat'; isOn: boolean }
  | { kind: 'change'; songs: readonly string[] };

/** Begins to play a list with at least one song. */
export function beginList(...args: Parameters<typeof beginOrder>): ListPlay {
  return { order: beginOrder(...args), phase: 'playing' };
}

/** Returns the state after an event. A list whose last song has ended is over, and stays so until somebody plays on. */
export function step(play: ListPlay, event: ListEvent, random: () => number): ListPlay {
  const { order, phase } = play;
  switch (event.kind) {
    case 'ended':
      return phase === 'playing' ? settle({ order, phase: 'between' }) : play;
    case 'resumed':
      return phase === 'playing' ? play : { order, phase: 'playing' };
    case 'held':
      return phase === 'between' ? { order, phase: 'held' } : play;
    case 'go-on':
      return nextSong(order) === null ? play : { order: goOn(order, random), phase: 'playing' };
    case 'go-back':
      return { order: goBack(order), phase: 'playing' };
    case 'begin-again':
      return { order: beginAgain(order, random), phase: 'playing' };
    case 'choose':
      return { order: chooseSong(order, event.id), phase: 'playing' };
    case 'skip':
      return skip(play, skipSong(order, event.id, random));
    case 'shuffle':
      return settle({ order: setShuffled(order, event.isOn, random), phase });
    case 'repeat':
      return settle({ order: { ...order, isRepeated: event.isOn }, phase });
    default:
      return settle({ order: changeSongs(order, event.songs, random), phase });
  }
}

/** Ends the pause if nothing can follow it. */
function settle({ order, phase }: ListPlay): ListPlay {
  const isOver = (phase === 'between' || phase === 'held') && nextSong(order) === null;
  return { order, phase: isOver ? 'over' : phase };
}

/** The song after a current one that is gone plays at once. */
function skip({ order, phase }: ListPlay, skipped: PlayOrder): ListPlay {
  if (currentSong(skipped) !== currentSong(order)) return { order: skipped, phase: 'playing' };
  if (phase === 'playing' && skipped.gone.has(currentSong(order))) return { order: skipped, phase: 'over' };
  return settle({ order: skipped, phase });
}

/** Returns the song that follows by itself, or that From the beginning would play; null for none. */
export function comingSong({ order, phase }: ListPlay): string | null {
  return phase === 'over' ? firstSong(order) : nextSong(order);
}
