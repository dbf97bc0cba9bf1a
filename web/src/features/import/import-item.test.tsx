import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';

import { ImportItem } from './import-item.tsx';
import { ImportStatus } from './import-status.tsx';
import { toEmptyState } from './import-state.ts';
import { toItems, toKey, type Item, type ItemState } from './items.ts';
import { addFiles, NO_FILES, planFiles } from './plan-files.ts';
import { listChosen } from './dropped-files.ts';

afterEach(cleanup);

const VIDEO = '0198f3c2-7a1e-7d40-b1c9-00000000b001';
const { defaults } = toEmptyState('');

async function toItem(state: ItemState): Promise<Item> {
  const files = listChosen([new File(['film'], 'Five ducks.mp4')]);
  const { films } = planFiles(await addFiles(NO_FILES, files), defaults);
  const states = new Map(files.map((file) => [toKey(file), state]));
  const [item] = toItems(films, { edits: {}, states });
  if (!item) throw new Error('The file is not in the plan.');
  return item;
}

test('the title of an imported video leads to it, and that of one on its way leads nowhere', async () => {
  const show = async (state: ItemState) =>
    render(
      <MemoryRouter>
        <ImportItem item={await toItem(state)} isLocked onEdit={() => undefined} />
      </MemoryRouter>,
    );
  await show({ phase: 'sending', sentBytes: 1 });
  expect(screen.getByText('Five ducks')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  cleanup();
  await show({ phase: 'done', videoId: VIDEO, isAddition: false, notes: [] });
  const link = screen.getByRole('link', { name: 'Five ducks' });
  expect(link.getAttribute('href')).toBe(`/songs?v=${VIDEO}`);
});

test('songs without a picture are in the list, one without tags by the name of its file', async () => {
  const files = listChosen([new File(['sound'], '02 - Geese.m4b'), new File(['words'], 'notes.txt')]);
  const { films, notes } = planFiles(await addFiles(NO_FILES, files), defaults);
  expect(films.map(({ title }) => title)).toEqual(['Geese']);
  expect(notes).toEqual(['notes.txt is left out: This is neither a video nor a song.']);
});

test('an import that waits for a read-only site says so', async () => {
  const items = [await toItem({ phase: 'sending', sentBytes: 1 })];
  const nothing = () => undefined;
  render(
    <MemoryRouter>
      <ImportStatus
        state={{ ...toEmptyState(''), phase: 'running', obstacle: 'read-only', items }}
        {...{ onStart: nothing, onStop: nothing, onRetry: nothing, onCompare: nothing }}
      />
    </MemoryRouter>,
  );
  const sentence = 'The site is read-only at the moment. The import continues automatically afterwards.';
  expect(screen.getByText(sentence)).toBeTruthy();
});
