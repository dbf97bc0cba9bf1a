import { catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';

import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { at } from '../../testing/site.ts';
import { answerLists } from '../../testing/song-lists.ts';
import { video } from '../../testing/videos.ts';
import { openList, setMedia, songBegins, songEnds, titleNow, usePlayedList } from './show-list.tsx';

const user = userEvent.setup();
const played = usePlayedList();

describe('what goes wrong', () => {
  test('songs that were deleted are skipped without a word', async () => {
    await openList(played);
    played.songs = played.songs.slice(0, 1).concat(played.songs.slice(2));
    setMedia({ currentTime: 12 }, 'timeupdate'); // near the end
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Fish' })).toBeNull());
    songEnds();
    expect(titleNow()).toBe('Snow');
  });

  test('a song that stops is skipped if it is gone, and tried again if it exists', async () => {
    await openList(played);
    setMedia({}, 'error');
    await screen.findByRole('slider', { name: 'Seek' });
    expect(titleNow()).toBe('Ducks');
    await songBegins();
    played.songs = played.songs.slice(1);
    setMedia({}, 'error');
    await waitFor(() => expect(titleNow()).toBe('Fish'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a song that stops again although it exists says so, and offers to try again', async () => {
    await openList(played);
    setMedia({}, 'error');
    await screen.findByRole('slider', { name: 'Seek' });
    await songBegins();
    setMedia({}, 'error');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.getByText('This video cannot be played right now.')).toBeTruthy();
  });

  test('a list of which all played.songs are gone ends after one round, also if it is repeated', async () => {
    await openList(played);
    await user.click(screen.getByRole('button', { name: 'Repeat the list' }));
    played.songs = [];
    setMedia({}, 'error');
    await screen.findByText('That was the whole list.');
    expect(screen.queryByRole('button', { name: 'From the beginning' })).toBeNull();
  });

  test('without an answer, a song that stopped waits', async () => {
    await openList(played);
    played.site.on(catalog.getVideo, () => failure('UNAVAILABLE'));
    setMedia({}, 'error');
    await screen.findByText(/The site is not answering/);
    played.site.on(catalog.getVideo, ({ params }) => ({
      video: played.songs.find(({ id }) => id === params.id)!,
    }));
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByText(/The site is not answering/)).toBeNull());
    expect(titleNow()).toBe('Ducks');
  });

  test('a list that is not there, and one without a song, say so', async () => {
    played.list.songs = [video({ playable: false, status: 'processing' })];
    renderSite(`/lists/${played.list.id}/play`);
    await screen.findByText('There is nothing to play in this list yet.');
    cleanup();
    played.shelf.lists = [];
    renderSite(`/lists/${played.list.id}/play`);
    expect(await screen.findByRole('heading', { level: 1, name: 'This list is not here' })).toBeTruthy();
  });

  test('a list that cannot be read can be tried again', async () => {
    played.site.on(at(catalog.getSongList, { id: played.list.id }), () => failure('FORBIDDEN'));
    renderSite(`/lists/${played.list.id}/play`);
    await screen.findByText('The list could not be loaded');
    answerLists(played.site, played.shelf);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(titleNow()).toBe('Ducks'));
  });
});
