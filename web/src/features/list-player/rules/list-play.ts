import {
  beginAgain,
  beginOrder,
  changeSongs,
  chooseSong,
  currentSong,
  goBack,
  goOn,
  nextSong,
  setShuffled,
  skipSong,
  type PlayOrder,
} from './order.ts';

/**
 * `playing`: the current song is played, or paused by somebody; `between`: it follows another one, and starts after a
 * pause; `held`: somebody stopped this pause; `over`: the whole list was played.
 */
type Phase = 'playing' | 'between' | 'held' | 'over';

export interface ListPlay {
  order: PlayOrder;
  phase: Phase;
}

export type ListEvent =
  | { kind: 'ended' | 'begun' | 'held' | 'go-on' | 'go-back' | 'begin-again' }
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
      return phase === 'playing' ? { order: goOn(order, random), phase: toPhase(order, 'between') } : play;
    case 'begun':
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
      return skip(skipSong(order, event.id, random), phase);
    case 'shuffle':
      return { order: setShuffled(order, event.isOn, random), phase };
    case 'repeat':
      return { order: { ...order, isRepeated: event.isOn }, phase };
    default:
      return { order: changeSongs(order, event.songs, random), phase };
  }
}

/** A list is over if its current song is gone, too, and so is all that would follow it. */
function skip(skipped: PlayOrder, phase: Phase): ListPlay {
  return { order: skipped, phase: skipped.gone.has(currentSong(skipped)) ? 'over' : phase };
}

/** Returns the phase after the current song: the list is over if no other one follows it. */
function toPhase(order: PlayOrder, otherwise: Phase): Phase {
  return nextSong(order) === null ? 'over' : otherwise;
}
