import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { pair } from '../testing.ts';
import { useTurns } from './use-turns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Starts a game with apple at 0 and 3, bee at 1 and 2. */
function begin({ speechLeftMs = () => 0 }: { speechLeftMs?: () => number } = {}) {
  const [apple, bee] = [pair('apple'), pair('bee')];
  const cells = [apple[0]!, bee[0]!, bee[1]!, apple[1]!];
  const { result } = renderHook(() => useTurns(speechLeftMs));
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

describe('two different cards while a word is spoken', () => {
  /** Speaks until a time after the cards were opened, which may change. */
  function beginSpeaking(untilMs: number) {
    const startMs = Date.now();
    const speech = { untilMs };
    const game = begin({ speechLeftMs: () => Math.max(0, startMs + speech.untilMs - Date.now()) });
    game.open(0, 1);
    return { ...game, speech };
  }

  it.each([
    [0, 1200],
    [1199, 1200],
    [1500, 1500],
  ])('a word that ends after %i ms lets them turn back after %i ms', (untilMs, turnMs) => {
    const { turns } = beginSpeaking(untilMs);
    pass(turnMs - 1);
    expect(turns().game.open).toEqual([0, 1]);
    pass(1);
    expect(turns().game.open).toEqual([]);
  });

  it('a word that is said again keeps them open until its end', () => {
    const { turns, speech } = beginSpeaking(1500);
    pass(1400);
    speech.untilMs = 2900;
    pass(1499);
    expect(turns().game.open).toEqual([0, 1]);
    pass(1);
    expect(turns().game.open).toEqual([]);
  });
});

it('a pair is marked after 800 ms, also while a word is spoken', () => {
  const { turns, open } = begin({ speechLeftMs: () => 3000 });
  open(0, 3);
  pass(800);
  expect(turns().game.matched).toEqual([0, 3]);
});

describe('the hint', () => {
  it('the hint is a seen card after 8 s without a tap, and ends with the next tap', () => {
    const { turns, open } = begin();
    open(0, 1);
    pass(1200);
    pass(7999);
    expect(turns().hint).toBeUndefined();
    pass(1);
    expect(turns().hint?.kind).toBe('wiggle');
    expect([0, 1]).toContain(turns().hint?.position);
    open(2);
    expect(turns().hint).toBeUndefined();
  });

  it('while no card was seen, one lifts after 4 s, another one after 15 s more, and then none', () => {
    const { turns } = begin();
    pass(3999);
    expect(turns().hint).toBeUndefined();
    pass(1);
    const first = turns().hint;
    expect(first?.kind).toBe('lift');
    pass(14_999);
    expect(turns().hint).toBe(first);
    pass(1);
    expect(turns().hint?.position).not.toBe(first?.position);
    const second = turns().hint;
    pass(60_000);
    expect(turns().hint).toBe(second);
  });

  it('there is no hint when all cards are found', () => {
    const { turns, open } = begin();
    open(0, 3);
    pass(800);
    open(1, 2);
    pass(60_000);
    expect(turns().hint).toBeUndefined();
  });
});
