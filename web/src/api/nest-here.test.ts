import { afterEach, expect, it, vi } from 'vitest';

import { followNests, NEST_SESSION_KEY } from './nest-here.ts';

afterEach(() => {
  localStorage.clear();
  document.head.replaceChildren();
  vi.restoreAllMocks();
});

function tell(key: string | null): void {
  window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
}

it('a page of a nest leaves once another tab has signed in, whatever the gateway said before', () => {
  document.head.innerHTML = '<meta name="nest" content="">';
  localStorage.setItem(NEST_SESSION_KEY, '{}');
  const leave = vi.spyOn(window.location, 'replace').mockReturnValue();
  followNests(true);
  tell(NEST_SESSION_KEY);
  tell('theme');
  expect(leave).not.toHaveBeenCalled();
  localStorage.removeItem(NEST_SESSION_KEY);
  tell('auth.tokens');
  expect(leave).not.toHaveBeenCalled();
  tell(NEST_SESSION_KEY);
  expect(leave.mock.calls).toEqual([['/']]);
});
