import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { video } from '../../testing/videos.ts';
import { show, useNativePlayback } from './show-player.tsx';

const user = userEvent.setup();
useNativePlayback();

const songs = Array.from({ length: 6 }, (_, index) =>
  video({ title: `Song at the end ${index + 1}`, thumbnail: '/hls/one/thumbnail.jpg' }),
);

test('the end of a song offers to replay it, and four other songs by their pictures', async () => {
  const { element, setMedia } = show({ next: songs });
  expect(screen.queryByRole('list', { name: 'More songs' })).toBeNull();
  const play = vi.spyOn(element, 'play').mockResolvedValue();
  setMedia({ ended: true }, 'ended');
  const links = within(screen.getByRole('list', { name: 'More songs' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    songs.slice(0, 4).map(({ id, title }) => [title, `/songs?v=${id}`]),
  );
  expect(play).not.toHaveBeenCalled();
  await user.click(screen.getAllByRole('button', { name: 'Replay' })[0]!);
  expect(play).toHaveBeenCalledOnce();
  setMedia({ ended: false }, 'playing');
  expect(screen.queryByRole('list', { name: 'More songs' })).toBeNull();
});

test('the keyboard reaches Replay and the songs before the controls', async () => {
  const { setMedia } = show({ next: songs });
  setMedia({ ended: true }, 'ended');
  const seen: (string | null)[] = [];
  screen.getByRole('region', { name: 'Video player' }).focus();
  for (let step = 0; step < 3; step += 1) {
    await user.tab();
    const focused = document.activeElement;
    seen.push(focused?.getAttribute('aria-label') ?? focused?.textContent ?? null);
  }
  expect(seen).toEqual(['Replay', 'Song at the end 1', 'Song at the end 2']);
});

test('a song without other songs ends with Replay alone', () => {
  const { setMedia } = show();
  setMedia({ ended: true }, 'ended');
  expect(screen.getAllByRole('button', { name: 'Replay' })).toHaveLength(2);
  expect(screen.queryByRole('list', { name: 'More songs' })).toBeNull();
});

test('another way on stands between Replay and the songs', async () => {
  const { setMedia } = show({ next: songs, onward: <a href="/?letters=D">Play the letter D</a> });
  expect(screen.queryByRole('link', { name: 'Play the letter D' })).toBeNull();
  setMedia({ ended: true }, 'ended');
  screen.getAllByRole('button', { name: 'Replay' })[0]!.focus();
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Play the letter D');
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Song at the end 1');
});
