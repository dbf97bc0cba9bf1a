import { game } from '@larksong/contracts';

/** Returns a number from 0 up to but not including 1. */
type Random = () => number;

/** The order in which a list is played: ids of its songs. */
export interface PlayOrder {
  /** The list's own order. */
  songs: readonly string[];
  /** That of this round, with each song once. */
  round: readonly string[];
  /** Index of the current song in the round. */
  at: number;
  /** The round after this one, if the list is repeated. */
  nextRound: readonly string[];
  isShuffled: boolean;
  isRepeated: boolean;
  /** Songs that turned out to be gone: they are skipped. */
  gone: ReadonlySet<string>;
}

interface Beginning {
  /** The first song; without it, or if it is not in the list, the first of the round. */
  first: string | null;
  isShuffled: boolean;
  isRepeated: boolean;
}

/** Begins to play a list, which has at least one song. In the list's order, songs before the first one are not played. */
export function beginOrder(songs: readonly string[], beginning: Beginning, random: Random): PlayOrder {
  const { isShuffled, isRepeated } = beginning;
  const first = beginning.first !== null && songs.includes(beginning.first) ? beginning.first : null;
  const round = isShuffled ? toShuffledRound(songs, first, random) : songs;
  const at = first === null ? 0 : round.indexOf(first);
  const order = { songs, round, at, isShuffled, isRepeated, gone: new Set<string>() };
  return { ...order, nextRound: toNextRound(order, random) };
}

/** Returns the current song. */
export function currentSong({ round, at }: PlayOrder): string {
  return round[at] ?? '';
}

/** Returns the song after the current one, also the current one again; null at the end. */
export function nextSong(order: PlayOrder): string | null {
  const { round, at, gone, isRepeated } = order;
  return round.slice(at + 1).find((id) => !gone.has(id)) ?? (isRepeated ? firstSong(order) : null);
}

/** Returns the song before the current one in this round; null at its beginning. */
export function previousSong({ round, at, gone }: PlayOrder): string | null {
  return round.slice(0, at).findLast((id) => !gone.has(id)) ?? null;
}

/** Returns the song with which another round would begin; null if all are gone. */
export function firstSong(order: PlayOrder): string | null {
  return toPlayed(order)[0] ?? null;
}

/** Makes `nextSong` the current one; stays at the end. */
export function goOn(order: PlayOrder, random: Random): PlayOrder {
  const later = order.round.findIndex((id, index) => index > order.at && !order.gone.has(id));
  if (later !== -1) return { ...order, at: later };
  return order.isRepeated ? beginAgain(order, random) : order;
}

/** Goes back to `previousSong`; stays at the beginning. */
export function goBack(order: PlayOrder): PlayOrder {
  const previous = previousSong(order);
  return previous === null ? order : { ...order, at: order.round.indexOf(previous) };
}

/** Begins another round. */
export function beginAgain(order: PlayOrder, random: Random): PlayOrder {
  const played = toPlayed(order);
  const [first] = played;
  if (first === undefined) return order;
  const skipped = order.nextRound.filter((id) => !played.includes(id));
  const round = order.isShuffled ? [...played, ...skipped] : order.nextRound;
  const begun = { ...order, round, at: round.indexOf(first) };
  return { ...begun, nextRound: toNextRound(begun, random) };
}

/** Returns the next round without skipped songs; in random order, it does not begin with the current song. */
function toPlayed(order: PlayOrder): readonly string[] {
  const played = order.nextRound.filter((id) => !order.gone.has(id));
  const [first, ...others] = played;
  if (!order.isShuffled || first === undefined || first !== currentSong(order)) return played;
  return [...others, first];
}

/** Goes to a song that somebody chose, even if it seemed to be gone. In random order the others follow once each. */
export function chooseSong(order: PlayOrder, id: string): PlayOrder {
  const gone = new Set([...order.gone].filter((one) => one !== id));
  if (!order.isShuffled) return { ...order, gone, at: Math.max(0, order.round.indexOf(id)) };
  if (id === currentSong(order)) return { ...order, gone };
  const isBefore = order.round.indexOf(id) < order.at;
  const others = order.round.filter((one) => one !== id);
  const at = isBefore ? order.at : order.at + 1;
  return { ...order, gone, round: others.toSpliced(at, 0, id), at };
}

/** Starts or ends the random order. The current song stays, and is the first of the random order. */
export function setShuffled(order: PlayOrder, isShuffled: boolean, random: Random): PlayOrder {
  const current = currentSong(order);
  const round = isShuffled ? toShuffledRound(order.songs, current, random) : withSong(order, order.songs);
  const changed = { ...order, isShuffled, round, at: round.indexOf(current) };
  return { ...changed, nextRound: toNextRound(changed, random) };
}

/** Skips a song from now on; if it is the current one, the next one follows. */
export function skipSong(order: PlayOrder, id: string, random: Random): PlayOrder {
  const skipped = { ...order, gone: new Set([...order.gone, id]) };
  return currentSong(order) === id && nextSong(skipped) !== null ? goOn(skipped, random) : skipped;
}

/** Continues after the list was changed. The current song stays, even if it has left the list; new songs follow. */
export function changeSongs(order: PlayOrder, songs: readonly string[], random: Random): PlayOrder {
  const current = currentSong(order);
  const changed = { ...order, songs };
  const added = songs.filter((id) => !order.round.includes(id));
  const kept = order.round.filter((id) => id === current || songs.includes(id));
  const round = order.isShuffled ? [...kept, ...added] : withSong(order, songs);
  const moved = { ...changed, round, at: round.indexOf(current) };
  return { ...moved, nextRound: toNextRound(moved, random) };
}

/** Returns the songs with the current one, at its old place if it is not among them. */
function withSong(order: PlayOrder, songs: readonly string[]): readonly string[] {
  const current = currentSong(order);
  if (songs.includes(current)) return songs;
  const before = new Set(order.round.slice(0, order.at));
  const place = songs.findLastIndex((id) => before.has(id)) + 1;
  return songs.toSpliced(place, 0, current);
}

function toShuffledRound(songs: readonly string[], first: string | null, random: Random): string[] {
  const others = songs.filter((id) => id !== first);
  return [...(first === null ? [] : [first]), ...game.shuffle(others, random)];
}

function toNextRound({ songs, isShuffled }: Pick<PlayOrder, 'songs' | 'isShuffled'>, random: Random) {
  return isShuffled ? game.shuffle(songs, random) : songs;
}
