import { catalog } from '@larksong/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';

import { findDeviceSong, keepDeviceSong } from '../../parts/list-playing.ts';
import { MIRA, tokensOf } from '../../testing/accounts.ts';
import { renderSite } from '../../testing/render.tsx';
import { at } from '../../testing/site.ts';
import { signIn } from '../auth/session.ts';
import { inStage, openList, songBegins, songEnds, titleNow, usePlayedList } from './show-list.tsx';

const user = userEvent.setup();
const played = usePlayedList();
const element = () => document.querySelector('video')!;

describe('the song that was played last', () => {
  test('a visitor’s is kept on the device, where the list resumes, also from its beginning', async () => {
    const { unmount } = await openList(played);
    await waitFor(() => expect(findDeviceSong(played.list.id)).toBe(played.songs[0]?.id));
    await user.click(screen.getByRole('button', { name: 'Next song' }));
    await songBegins();
    await waitFor(() => expect(findDeviceSong(played.list.id)).toBe(played.songs[1]?.id));
    expect(played.site.count(catalog.recordListPosition)).toBe(0);
    unmount();
    await openList(played);
    expect(titleNow()).toBe('Fish');
    await user.click(screen.getByRole('button', { name: 'From the beginning' }));
    expect(titleNow()).toBe('Ducks');
    expect(screen.queryByRole('button', { name: 'From the beginning' })).toBeNull();
  });

  test('a member’s is kept by the site, one for each list', async () => {
    played.list.position = played.songs[1]?.id ?? null;
    keepDeviceSong(played.list.id, played.songs[2]?.id ?? ''); // a visitor’s
    renderSite(`/lists/${played.list.id}/play`);
    act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
    await waitFor(() => expect(element()).toBeTruthy());
    await songBegins();
    expect(titleNow()).toBe('Fish');
    await user.click(screen.getByRole('button', { name: 'Next song' }));
    await songBegins();
    await waitFor(() =>
      expect(played.site.bodies(catalog.recordListPosition)).toEqual(
        played.songs.slice(1).map(({ id }) => ({ videoId: id })),
      ),
    );
  });

  test('a list that was played to its end begins at its beginning the next time', async () => {
    await openList(played, `?song=${played.songs[2]?.id}`);
    await waitFor(() => expect(findDeviceSong(played.list.id)).toBe(played.songs[2]?.id));
    songEnds();
    await waitFor(() => expect(findDeviceSong(played.list.id)).toBe(played.songs[0]?.id));
  });
});

test('each song is reported as it is on its own page', async () => {
  await openList(played);
  await waitFor(() =>
    expect(played.site.bodies(at(catalog.recordView, { id: played.songs[0]?.id ?? '' }))).toHaveLength(1),
  );
  songEnds();
  await waitFor(() =>
    expect(played.site.bodies(at(catalog.recordView, { id: played.songs[0]?.id ?? '' }))).toEqual([
      { watchedDuration: 0 },
      { watchedDuration: 20 },
    ]),
  );
  await user.click(inStage().getByRole('button', { name: 'Play now' }));
  await songBegins();
  await waitFor(() =>
    expect(played.site.bodies(at(catalog.recordView, { id: played.songs[1]?.id ?? '' }))[0]).toEqual({
      watchedDuration: 0,
    }),
  );
});
