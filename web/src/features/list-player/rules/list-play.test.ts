import { createRandom } from '@larksong/service-kit/testing/random';
import { expect, it } from 'vitest';

import { beginList, comingSong, step, type ListEvent, type ListPlay } from './list-play.ts';
import { currentSong } from './order.ts';

const random = createRandom(1).next;
const begin = (changes: { first?: string; isRepeated?: boolean } = {}) =>
  beginList(['a', 'b', 'c'], { first: null, isShuffled: false, isRepeated: false, ...changes }, random);

function after(play: ListPlay, ...events: (ListEvent | Exclude<ListEvent['kind'], 'choose'>)[]): string {
  let now = play;
  for (const event of events)
    now = step(now, (typeof event === 'string' ? { kind: event } : event) as ListEvent, random); // kinds without more
  return `${currentSong(now.order)} ${now.phase}`;
}

it('a pause follows a song, and the next song follows the pause', () => {
  expect(after(begin(), 'ended')).toBe('a between');
  expect(after(begin(), 'ended', 'ended', 'go-on')).toBe('b playing');
});

it('a pause that somebody stopped does not go on by a second report of the end', () => {
  expect(after(begin(), 'ended', 'held', 'ended')).toBe('a held');
  expect(after(begin(), 'ended', 'held', 'go-on')).toBe('b playing');
});

it('a song that plays again ends the pause, and has another one at its end', () => {
  expect(after(begin(), 'ended', 'resumed')).toBe('a playing');
  expect(after(begin(), 'ended', 'held', 'resumed', 'ended')).toBe('a between');
});

it('the list is over after its last song, until somebody plays on', () => {
  expect(after(begin({ first: 'c' }), 'ended')).toBe('c over');
  expect(after(begin({ first: 'c' }), 'ended', 'go-on')).toBe('c over');
  expect(after(begin({ first: 'c' }), 'ended', 'begin-again')).toBe('a playing');
  expect(after(begin({ first: 'c' }), 'ended', 'go-back')).toBe('b playing');
  expect(after(begin({ first: 'c' }), 'ended', { kind: 'choose', id: 'b' }, 'ended')).toBe('b between');
});

it('a list that is repeated is never over, and one that is not repeated any more is', () => {
  expect(after(begin({ first: 'c', isRepeated: true }), 'ended', 'go-on')).toBe('a playing');
  const stop = { kind: 'repeat', isOn: false } as const;
  expect(after(begin({ first: 'c', isRepeated: true }), 'ended', stop)).toBe('c over');
  expect(after(begin({ first: 'c' }), { kind: 'repeat', isOn: true }, 'ended')).toBe('c between');
});

it('a current song that is gone is skipped at once, and during a pause another one comes', () => {
  expect(after(begin(), { kind: 'skip', id: 'a' })).toBe('b playing');
  const paused = step(step(begin(), { kind: 'ended' }, random), { kind: 'skip', id: 'b' }, random);
  expect(comingSong(paused)).toBe('c');
  expect(after(paused, 'go-on')).toBe('c playing');
});

it('a list of which everything is gone is over, also if it is repeated', () => {
  const gone = ['a', 'b', 'c'].map((id) => ({ kind: 'skip', id }) as const);
  expect(after(begin({ isRepeated: true }), ...gone)).toBe('c over');
  expect(after(begin(), 'ended', { kind: 'skip', id: 'b' }, { kind: 'skip', id: 'c' })).toBe('a over');
});

it('a list that was shortened in the pause before its last song is over', () => {
  expect(after(begin({ first: 'b' }), 'ended', { kind: 'change', songs: ['a', 'b'] })).toBe('b over');
});
