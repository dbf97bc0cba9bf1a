import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { pair } from './testing.ts';
import { useTurns } from './use-turns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Starts a game with apple at 0 and 3, bee at 1 and 2. */
function begin() {
  const [apple, bee] = [pair('apple'), pair('bee')];
  const cells = [apple[0]!, bee[0]!, bee[1]!, apple[1]!];
  const { result } = renderHook(() => useTurns());
  act(() => result.current.dispatch({ kind: 'deal', board: { columns: 2, rows: 2, cells } }));
  return {
    turns: () => result.current,
    open: (...positions: number[]) => {
      for (const position of positions) act(() => result.current.dispatch({ kind: 'reveal', position }));
    },
  };
}

function pass(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

describe('two open cards', () => {
  it('two matching cards are marked after 800 ms', () => {
    const { turns, open } = begin();
    open(0, 3);
    pass(799);
    expect(turns().game.matched).toEqual([]);
    pass(1);
    expect(turns().game.matched).toEqual([0, 3]);
  });

  it('two different cards turn back after 1200 ms', () => {
    const { turns, open } = begin();
    open(0, 1);
    pass(1199);
    expect(turns().game.open).toEqual([0, 1]);
    pass(1);
    expect(turns().game.open).toEqual([]);
  });
});

describe('the hint', () => {
  it('the hint is a seen card after 8 s without a tap, and ends with the next tap', () => {
    const { turns, open } = begin();
    open(0, 1);
    pass(1200);
    pass(7999);
    expect(turns().hint).toBeUndefined();
    pass(1);
    expect([0, 1]).toContain(turns().hint);
    open(2);
    expect(turns().hint).toBeUndefined();
  });

  it('there is no hint when no card was seen, or all are found', () => {
    const { turns, open } = begin();
    pass(60_000);
    expect(turns().hint).toBeUndefined();
    open(0, 3);
    pass(800);
    open(1, 2);
    pass(60_000);
    expect(turns().hint).toBeUndefined();
  });
});
