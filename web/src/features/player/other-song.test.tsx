import type { catalog } from '@larksong/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { video } from '../../testing/videos.ts';
import type { InList } from './player.tsx';
import { savePreferences } from './preferences/preferences.ts';
import { show, useNativePlayback } from './show-player.tsx';

useNativePlayback();

const caption = (id: string, language: string): catalog.Caption => ({
  id,
  language,
  label: language,
  url: `/hls/${id}.vtt`,
});

const IN_LIST: InList = {
  previousButton: <button type="button">before</button>,
  nextButton: <button type="button">after</button>,
  cover: null,
  isWaiting: false,
  renderStop: (onRetry) => (
    <button type="button" onClick={onRetry}>
      it stopped
    </button>
  ),
  mediaKeys: { previous: null, next: null, isPausing: false },
  keyHelp: [['N', 'the song after it']],
};

test('another song plays in the same element, from its own beginning, with its picture and captions', () => {
  savePreferences({ captions: true, captionLanguage: 'de' });
  const first = video({ title: 'Ducks', thumbnail: '/ducks.jpg', captions: [caption('a', 'de')] });
  const second = video({ title: 'Fish', captions: [caption('b', 'en'), caption('c', 'de')] });
  const { element, reported, setMedia, change } = show({
    video: first,
    start: { seconds: 30, isResumed: false },
  });
  expect(element.currentTime).toBe(30);
  setMedia({ muted: true, playbackRate: 1.5 }, 'volumechange', 'ratechange');
  setMedia({ currentTime: 119, ended: true, paused: true }, 'pause', 'ended');
  reported.length = 0;

  change({ video: second });
  setMedia({}, 'timeupdate'); // the element still plays the first song
  expect(reported).toEqual([]);
  const play = vi.spyOn(element, 'play').mockResolvedValue();
  setMedia({ currentTime: 0, ended: false }, 'emptied', 'loadedmetadata');
  expect(play).toHaveBeenCalledOnce();
  expect(document.querySelector('video')).toBe(element);
  expect(element.getAttribute('src')).toBe(`/hls/${second.id}/master.m3u8`);
  expect(element.getAttribute('poster')).toBeNull();
  expect(element.getAttribute('aria-label')).toBe('Fish');
  expect(element).toMatchObject({ muted: true, playbackRate: 1.5 });
  expect([...element.querySelectorAll('track')].map(({ track }) => track.mode)).toEqual([
    'disabled',
    'showing',
  ]);
});

test('in a list, the ways on are those of the list', () => {
  const { setMedia, change } = show({ inList: IN_LIST });
  expect(screen.getByRole('button', { name: 'after' })).toBeTruthy();
  fireEvent.keyDown(document.body, { key: '?' });
  expect(screen.getByText('the song after it')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  setMedia({ ended: true, paused: true }, 'ended');
  change({ inList: { ...IN_LIST, isWaiting: true, cover: <p>the end</p> } });
  expect(screen.getByText('the end')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Replay' })).toHaveLength(1); // of the controls
});

test('in a list, a song that waits is loaded, and plays once it does not wait any more', () => {
  const { element, setMedia, change } = show({ inList: IN_LIST });
  const play = vi.spyOn(element, 'play').mockResolvedValue();
  const next = video();
  setMedia({ ended: true, paused: true }, 'ended');
  change({ video: next, inList: { ...IN_LIST, isWaiting: true } });
  setMedia({ currentTime: 0, ended: false }, 'emptied', 'loadedmetadata');
  expect(element.getAttribute('src')).toBe(`/hls/${next.id}/master.m3u8`);
  expect(play).not.toHaveBeenCalled();
  change({ video: next, inList: IN_LIST });
  expect(play).toHaveBeenCalledOnce();
});

test('in a list, the list decides what follows a song that stopped', () => {
  const { setMedia } = show({ inList: IN_LIST });
  setMedia({}, 'error');
  const again = screen.getByText('it stopped');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  fireEvent.click(again);
  expect(screen.queryByText('it stopped')).toBeNull();
});
