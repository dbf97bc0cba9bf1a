import { createRandom, readSeed } from '@larksong/service-kit/testing/random';
import { describe, expect, it } from 'vitest';

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
  previousSong,
  setShuffled,
  skipSong,
  type PlayOrder,
} from './order.ts';

const SONGS = ['a', 'b', 'c', 'd', 'e'];
const IN_ORDER = { first: null, isShuffled: false, isRepeated: false };
const seed = readSeed();

/** Returns the songs from the current one on, at most as many as `limit`. */
function playOn(order: PlayOrder, random = createRandom(1).next, limit = 50): string[] {
  const played = [currentSong(order)];
  for (let now = order; nextSong(now) !== null && played.length < limit;) {
    const expected = nextSong(now);
    now = goOn(now, random);
    expect(currentSong(now)).toBe(expected);
    played.push(currentSong(now));
  }
  return played;
}

const sorted = (songs: readonly string[]) => songs.toSorted();

describe('a list in its own order', () => {
  const random = createRandom(1).next;
  const begin = (changes: { first?: string; isRepeated?: boolean } = {}) =>
    beginOrder(SONGS, { ...IN_ORDER, ...changes }, random);

  it('plays from any song to its end, and stops', () => {
    expect(playOn(begin())).toEqual(SONGS);
    expect(playOn(begin({ first: 'c' }))).toEqual(['c', 'd', 'e']);
    expect(nextSong(begin({ first: 'e' }))).toBeNull();
    expect(goOn(begin({ first: 'e' }), random)).toEqual(begin({ first: 'e' }));
  });

  it('begins at the beginning if the first song is not in it', () => {
    expect(currentSong(begin({ first: 'x' }))).toBe('a');
  });

  it('is repeated from its beginning', () => {
    const order = begin({ first: 'd', isRepeated: true });
    expect(playOn(order, random, 5)).toEqual(['d', 'e', 'a', 'b', 'c']);
  });

  it('a list of one song repeats this song', () => {
    const order = beginOrder(['a'], { ...IN_ORDER, isRepeated: true }, random);
    expect(nextSong(order)).toBe('a');
    expect(currentSong(goOn(order, random))).toBe('a');
  });

  it('goes back to its beginning', () => {
    const order = begin({ first: 'b' });
    expect(previousSong(order)).toBe('a');
    expect(previousSong(goBack(order))).toBeNull();
    expect(goBack(goBack(order))).toEqual(goBack(order));
  });

  it('skips songs that are gone, forwards and backwards', () => {
    const order = skipSong(begin({ first: 'b' }), 'c', random);
    expect(currentSong(order)).toBe('b');
    expect(playOn(order)).toEqual(['b', 'd', 'e']);
    expect(previousSong(goOn(order, random))).toBe('b');
    expect(firstSong(skipSong(order, 'a', random))).toBe('b');
  });

  it('continues with the next song when the current one is gone', () => {
    expect(currentSong(skipSong(begin({ first: 'b' }), 'b', random))).toBe('c');
  });

  it('stops after one round in which all songs were gone', () => {
    let order = begin({ isRepeated: true });
    for (const song of SONGS) order = skipSong(order, song, random);
    expect(nextSong(order)).toBeNull();
    expect(firstSong(order)).toBeNull();
    expect(beginAgain(order, random)).toEqual(order);
  });

  it('plays a song that seemed to be gone when somebody chooses it', () => {
    const order = chooseSong(skipSong(begin(), 'c', random), 'c');
    expect(playOn(order)).toEqual(['c', 'd', 'e']);
  });
});

describe(`a list in random order (SEED=${seed})`, () => {
  const { next: random, whole } = createRandom(seed);
  const begin = (isRepeated = false, first: string | null = null) =>
    beginOrder(SONGS, { first, isShuffled: true, isRepeated }, random);

  it('plays each song once, whatever the first one is', () => {
    for (let run = 0; run < 100; run += 1) {
      const first = SONGS[whole(0, 4)] ?? null;
      const played = playOn(begin(false, first), random);
      expect(sorted(played)).toEqual(SONGS);
      expect(played[0]).toBe(first);
    }
  });

  it('every song is the first one sometimes', () => {
    const firsts = new Set(Array.from({ length: 200 }, () => currentSong(begin())));
    expect(sorted([...firsts])).toEqual(SONGS);
  });

  it('each round has each song once, no song follows itself, and rounds differ', () => {
    for (let run = 0; run < 50; run += 1) {
      const played = playOn(begin(true), random, 25);
      const rounds = [0, 5, 10, 15, 20].map((at) => played.slice(at, at + 5));
      for (const round of rounds) expect(sorted(round)).toEqual(SONGS);
      expect(played.some((song, index) => song === played[index + 1])).toBe(false);
      expect(new Set(rounds.map(String)).size).toBeGreaterThan(1);
    }
  });

  it('the same random numbers give the same order', () => {
    const playFrom = (one: number) => {
      const numbers = createRandom(one).next;
      return playOn(beginOrder(SONGS, { first: null, isShuffled: true, isRepeated: true }, numbers), numbers);
    };
    expect(playFrom(7)).toEqual(playFrom(7));
    expect(playFrom(7)).not.toEqual(playFrom(8));
  });

  it('begins with the current song, ends with it staying, and then plays what follows it in the list', () => {
    const order = goOn(begin(), random);
    const current = currentSong(order);
    const inOrder = setShuffled(order, false, random);
    expect(currentSong(inOrder)).toBe(current);
    expect(playOn(inOrder)).toEqual(SONGS.slice(SONGS.indexOf(current)));
    const again = setShuffled(inOrder, true, random);
    expect(playOn(again, random)[0]).toBe(current);
    expect(sorted(playOn(again, random))).toEqual(SONGS);
  });

  it('the others follow once each after a song that somebody chose', () => {
    for (let run = 0; run < 100; run += 1) {
      const order = goOn(goOn(begin(), random), random);
      const heard = order.round.slice(0, 3);
      const chosen = SONGS[whole(0, 4)] ?? '';
      const played = playOn(chooseSong(order, chosen), random);
      expect(played[0]).toBe(chosen);
      const expected = SONGS.filter((song) => song === chosen || !heard.includes(song));
      expect(sorted(played)).toEqual(expected);
    }
  });
});

describe('a list that changes while it plays', () => {
  const random = createRandom(seed).next;

  it('the current song stays, and the new order follows it', () => {
    const order = beginOrder(SONGS, { ...IN_ORDER, first: 'b' }, random);
    const changed = changeSongs(order, ['e', 'b', 'x', 'a'], random);
    expect(playOn(changed)).toEqual(['b', 'x', 'a']);
  });

  it('a current song that left the list is followed by those that followed it', () => {
    const order = beginOrder(SONGS, { ...IN_ORDER, first: 'c' }, random);
    const changed = changeSongs(order, ['a', 'b', 'd', 'e'], random);
    expect(currentSong(changed)).toBe('c');
    expect(playOn(changed)).toEqual(['c', 'd', 'e']);
    expect(previousSong(changed)).toBe('b');
  });

  it('in random order, each song that is left and each new one is played once', () => {
    const order = goOn(beginOrder(SONGS, { ...IN_ORDER, isShuffled: true }, random), random);
    const heard = order.round.slice(0, 1);
    const changed = changeSongs(order, ['a', 'c', 'd', 'x', 'e'], random);
    const expected = ['a', 'b', 'c', 'd', 'e', 'x'].filter(
      (song) => (song !== 'b' || song === currentSong(order)) && !heard.includes(song),
    );
    expect(sorted(playOn(changed, random))).toEqual(expected);
  });
});

it('whatever happens, the current song is in the round, and each round has each song once', () => {
  const { next: random, whole, pick } = createRandom(seed);
  const isWrong = (order: PlayOrder) =>
    currentSong(order) === '' ||
    order.round[order.at] !== currentSong(order) ||
    new Set(order.round).size !== order.round.length ||
    order.songs.some((song) => !order.round.includes(song));
  const wrong: PlayOrder[] = [];
  for (let run = 0; run < 300; run += 1) {
    let order = beginOrder(SONGS, { first: null, isShuffled: whole(0, 1) === 1, isRepeated: true }, random);
    for (let step = 0; step < 40; step += 1) {
      const steps = [
        () => goOn(order, random),
        () => goBack(order),
        () => chooseSong(order, pick(order.songs)),
        () => setShuffled(order, whole(0, 1) === 1, random),
        () => skipSong(order, pick(order.songs), random),
        () => beginAgain(order, random),
        () => changeSongs(order, [...SONGS, 'x', 'y'].slice(whole(0, 3)), random),
      ] as const;
      order = pick(steps)();
      if (isWrong(order)) wrong.push(order);
    }
  }
  expect(wrong, `SEED=${seed}`).toEqual([]); // once: 50,000 expectations take seconds
});
