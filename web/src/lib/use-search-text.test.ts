import { act, cleanup, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useSearchText } from './use-search-text.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Renders a search field over an address, which `goTo` changes as a link or the browser's history does. */
function show(q = '') {
  const searches: string[] = [];
  const { result } = renderHook(() => {
    const [address, goTo] = useState(q);
    const search = useSearchText(address, (next) => {
      searches.push(next);
      goTo(next);
    });
    return { ...search, address, goTo };
  });
  return {
    searches,
    now: () => ({ address: result.current.address, text: result.current.text }),
    type: (text: string) => act(() => result.current.onType(text)),
    submit: () => act(() => result.current.submit()),
    goTo: (address: string) => act(() => result.current.goTo(address)),
    wait: (ms: number) =>
      act(() => {
        vi.advanceTimersByTime(ms);
      }),
  };
}

test('typed text is searched for 300 ms after the last key, without surrounding spaces', () => {
  const { type, wait, now, searches } = show();
  type(' du');
  wait(299);
  type(' duck ');
  wait(299);
  expect(searches).toEqual([]);
  wait(1);
  expect(searches).toEqual(['duck']);
  expect(now()).toEqual({ address: 'duck', text: ' duck ' });
});

test('typed text is searched for at once on request, and then not again', () => {
  const { type, submit, wait, searches } = show();
  type('duck');
  submit();
  expect(searches).toEqual(['duck']);
  wait(1000);
  expect(searches).toEqual(['duck']);
});

test('a search that the address already has is not announced', () => {
  const { type, wait, searches } = show('duck');
  wait(1000);
  type('ducks');
  type('duck ');
  wait(1000);
  expect(searches).toEqual([]);
});

test('the search of a link replaces the typed text', () => {
  const { type, goTo, wait, now, searches } = show();
  type('duck');
  goTo('lark');
  wait(1000);
  expect(searches).toEqual([]);
  expect(now()).toEqual({ address: 'lark', text: 'lark' });
});

test('a search that was typed and left comes back with its text, and stays', () => {
  const { type, goTo, wait, now, searches } = show();
  type('duck');
  wait(300);
  goTo('');
  expect(now()).toEqual({ address: '', text: '' });
  wait(1000);
  goTo('duck');
  expect(now()).toEqual({ address: 'duck', text: 'duck' });
  wait(1000);
  expect(searches).toEqual(['duck']);
  expect(now()).toEqual({ address: 'duck', text: 'duck' });
});

test('a search that was cleared by hand comes back with its text, and stays', () => {
  const { type, goTo, wait, now, searches } = show('duck');
  type('');
  wait(300);
  expect(now()).toEqual({ address: '', text: '' });
  goTo('duck');
  wait(1000);
  expect(searches).toEqual(['']);
  expect(now()).toEqual({ address: 'duck', text: 'duck' });
});
