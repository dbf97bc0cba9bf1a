import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { inStage, openList, setMedia, songBegins, songEnds, titleNow, usePlayedList } from './show-list.tsx';

const user = userEvent.setup();
const played = usePlayedList();
afterEach(() => void vi.useRealTimers());
const element = () => document.querySelector('video')!;

describe('playing a list', () => {
  test('songs follow each other in one element after a pause, and the end of the list is the end', async () => {
    const { address } = await openList(played);
    const first = element();
    expect(titleNow()).toBe('Ducks');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const [index, title] of ['Fish', 'Snow'].entries()) {
      songEnds();
      expect(inStage().getByText(title)).toBeTruthy();
      // It is loaded in the pause.
      expect(element()).toBe(first);
      expect(element().getAttribute('src')).toBe(`/hls/${played.songs[index + 1]?.id}/master.m3u8`);
      played.play.mockClear();
      setMedia({ ended: false, currentTime: 0 }, 'loadedmetadata');
      act(() => void vi.advanceTimersByTime(2900));
      expect(played.play).not.toHaveBeenCalled();
      act(() => void vi.advanceTimersByTime(100));
      expect(played.play).toHaveBeenCalledOnce();
      expect(inStage().queryByRole('button', { name: 'Stay here' })).toBeNull();
      expect(titleNow()).toBe(title);
      await songBegins();
    }
    expect(address()).toBe(`/lists/${played.list.id}/play?song=${played.songs[2]?.id}`);
    songEnds();
    expect(inStage().getByText('That was the whole list.')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(titleNow()).toBe('Snow');
    fireEvent.click(screen.getByRole('button', { name: 'From the beginning' }));
    expect(titleNow()).toBe('Ducks');
  });

  test('the pause can be skipped, and stopped for good', async () => {
    await openList(played);
    songEnds();
    await user.click(inStage().getByRole('button', { name: 'Play now' }));
    expect(titleNow()).toBe('Fish');
    await songBegins();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    songEnds();
    fireEvent.click(inStage().getByRole('button', { name: 'Stay here' }));
    const go = inStage().getByRole('button', { name: 'Play now' });
    expect(document.activeElement).toBe(go);
    played.play.mockClear();
    setMedia({ ended: false, currentTime: 0 }, 'loadedmetadata');
    act(() => void vi.advanceTimersByTime(60_000));
    expect(played.play).not.toHaveBeenCalled();
    fireEvent.click(go);
    expect(played.play).toHaveBeenCalledOnce();
    expect(titleNow()).toBe('Snow');
  });

  test('whoever presses Play in the pause ends it', async () => {
    await openList(played);
    songEnds();
    await songBegins();
    expect(titleNow()).toBe('Fish');
    expect(screen.queryByRole('button', { name: 'Stay here' })).toBeNull();
    songEnds();
    expect(titleNow()).toBe('Snow');
    await user.click(screen.getByRole('button', { name: 'Previous song' }));
    expect(titleNow()).toBe('Fish');
    expect(screen.queryByRole('button', { name: 'Stay here' })).toBeNull();
  });

  test('buttons, keys and pictures lead to other songs', async () => {
    await openList(played, `?song=${played.songs[1]?.id}`);
    expect(titleNow()).toBe('Fish');
    await user.click(screen.getByRole('button', { name: 'Next song' }));
    expect(titleNow()).toBe('Snow');
    expect(screen.getByRole('button', { name: 'Next song' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Previous song' }));
    expect(titleNow()).toBe('Fish');
    fireEvent.keyDown(document.body, { key: 'n', code: 'KeyN' });
    expect(titleNow()).toBe('Snow');
    fireEvent.keyDown(document.body, { key: 'З', code: 'KeyP', shiftKey: true }); // a Ukrainian keyboard
    expect(titleNow()).toBe('Fish');
    const strip = within(screen.getByRole('list', { name: 'Songs of this list' }));
    expect(strip.getByRole('button', { current: true }).title).toBe('Fish');
    await user.click(strip.getByRole('button', { name: 'Ducks' }));
    expect(titleNow()).toBe('Ducks');
    expect(document.title).toBe('Ducks · Larksong');
  });

  test('a repeated list continues from its beginning, and the choice stays on the device', async () => {
    const { unmount } = await openList(played, `?song=${played.songs[2]?.id}`);
    await user.click(screen.getByRole('button', { name: 'Repeat the list' }));
    songEnds();
    await user.click(inStage().getByRole('button', { name: 'Play now' }));
    expect(titleNow()).toBe('Ducks');
    unmount();
    await openList(played);
    expect(screen.getByRole('button', { name: 'Repeat the list', pressed: true })).toBeTruthy();
  });

  test('a list of one song that is repeated plays it again', async () => {
    played.list.songs = played.songs.slice(0, 1);
    await openList(played);
    await user.click(screen.getByRole('button', { name: 'Repeat the list' }));
    songEnds();
    played.play.mockClear();
    await user.click(inStage().getByRole('button', { name: 'Play now' }));
    expect(played.play).toHaveBeenCalled();
  });
});
