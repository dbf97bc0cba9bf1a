import { createRandom } from '@larksong/service-kit/testing/random';
import { expect, it } from 'vitest';

import { beginList, step, type ListEvent, type ListPlay } from './list-play.ts';
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

it('the next song waits for a pause after the end of a song, and is played after it', () => {
  expect(after(begin(), 'ended')).toBe('b between');
  expect(after(begin(), 'ended', 'ended', 'begun')).toBe('b playing');
});

it('a pause that somebody stopped ends when somebody plays the song', () => {
  expect(after(begin(), 'ended', 'held', 'ended')).toBe('b held');
  expect(after(begin(), 'ended', 'held', 'begun', 'ended')).toBe('c between');
  expect(after(begin(), 'held')).toBe('a playing');
});

it('another song that somebody wants in the pause is played at once', () => {
  expect(after(begin(), 'ended', 'go-on')).toBe('c playing');
  expect(after(begin(), 'ended', 'go-back')).toBe('a playing');
  expect(after(begin(), 'ended', 'held', { kind: 'choose', id: 'c' })).toBe('c playing');
});

it('the list is over after its last song, until somebody plays on', () => {
  expect(after(begin({ first: 'c' }), 'ended')).toBe('c over');
  expect(after(begin({ first: 'c' }), 'ended', 'go-on')).toBe('c over');
  expect(after(begin({ first: 'c' }), 'ended', 'begun')).toBe('c playing');
  expect(after(begin({ first: 'c' }), 'ended', 'begin-again')).toBe('a playing');
  expect(after(begin({ first: 'c' }), 'ended', 'go-back')).toBe('b playing');
  expect(after(begin({ first: 'c' }), 'ended', { kind: 'choose', id: 'b' }, 'ended')).toBe('c between');
});

it('a list that is repeated continues from its beginning', () => {
  expect(after(begin({ first: 'c', isRepeated: true }), 'ended')).toBe('a between');
  expect(after(begin({ first: 'c' }), { kind: 'repeat', isOn: true }, 'ended')).toBe('a between');
  const stop = { kind: 'repeat', isOn: false } as const;
  expect(after(begin({ first: 'c', isRepeated: true }), stop, 'ended')).toBe('c over');
});

it('a current song that is gone is skipped at once, also during a pause', () => {
  expect(after(begin(), { kind: 'skip', id: 'a' })).toBe('b playing');
  expect(after(begin(), 'ended', { kind: 'skip', id: 'b' })).toBe('c between');
  expect(after(begin(), { kind: 'skip', id: 'b' }, 'ended')).toBe('c between');
});

it('a list of which everything is gone is over, also if it is repeated', () => {
  const gone = ['a', 'b', 'c'].map((id) => ({ kind: 'skip', id }) as const);
  expect(after(begin({ isRepeated: true }), ...gone)).toBe('c over');
  expect(after(begin(), { kind: 'skip', id: 'b' }, { kind: 'skip', id: 'c' }, 'ended')).toBe('a over');
});

it('a list that was shortened during its last song is over after it', () => {
  expect(after(begin({ first: 'b' }), { kind: 'change', songs: ['a', 'b'] }, 'ended')).toBe('b over');
});
