import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { useSaid } from './use-said.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('what happened is said once more if it happens again, and does not stay after it was heard', () => {
  const { result } = renderHook(useSaid);
  const said = () => result.current[0];
  const say = () => act(() => result.current[1]('Published.'));
  say();
  expect(said()).toBe('Published.');
  act(() => void vi.advanceTimersByTime(9000));
  say();
  expect(said()).toBe('Published.\u00a0');
  act(() => void vi.advanceTimersByTime(9000));
  expect(said()).not.toBe('');
  act(() => void vi.advanceTimersByTime(1000));
  expect(said()).toBe('');
});
