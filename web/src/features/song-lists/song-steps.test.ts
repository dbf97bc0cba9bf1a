import { assert, constant, constantFrom, nat, oneof, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';

import { video } from '../../testing/videos.ts';
import { applyStep, songBefore, type Step } from './song-steps.ts';

const SONGS = ['a', 'b', 'c', 'd'].map((id) => video({ id }));
const idsOf = (songs: readonly { id: string }[]) => songs.map(({ id }) => id).join('');
const at = (index: number) => SONGS[index]!;

describe('applyStep', () => {
  test('a song is moved after another one, or to the beginning', () => {
    expect(idsOf(applyStep(SONGS, { kind: 'move', video: at(0), after: 'c' }))).toBe('bcad');
    expect(idsOf(applyStep(SONGS, { kind: 'move', video: at(3), after: null }))).toBe('dabc');
  });

  test('a song that has left the list does not come back by being moved', () => {
    expect(idsOf(applyStep(SONGS.slice(1), { kind: 'move', video: at(0), after: 'c' }))).toBe('bcd');
  });

  test('a song goes to the end if the one in front of it has left', () => {
    expect(idsOf(applyStep(SONGS, { kind: 'move', video: at(0), after: 'x' }))).toBe('bcda');
    expect(idsOf(applyStep(SONGS, { kind: 'add', video: video({ id: 'e' }), after: 'x' }))).toBe('abcde');
  });

  test('a step that is applied again changes nothing, since an answer may already contain it', () => {
    const songs = constantFrom(...SONGS, video({ id: 'x' }));
    const steps = oneof(
      record({ kind: constant('remove' as const), video: songs }),
      record({
        kind: constantFrom('move' as const, 'add' as const),
        video: songs,
        after: constantFrom(null, 'a', 'b', 'x'),
      }),
    );
    assert(
      property(steps, (step: Step) => {
        const once = applyStep(SONGS, step);
        expect(idsOf(applyStep(once, step))).toBe(idsOf(once));
      }),
    );
  });
});

test('moving a song after the one in front of a place moves it to that place', () => {
  const ids = SONGS.map(({ id }) => id);
  const places = nat(SONGS.length - 1);
  assert(
    property(places, places, (from, to) => {
      const after = songBefore(ids, from, to);
      const moved = applyStep(SONGS, { kind: 'move', video: at(from), after });
      expect(moved.findIndex(({ id }) => id === ids[from])).toBe(to);
    }),
  );
});
