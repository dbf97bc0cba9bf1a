import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';

import { ImportItem } from './import-item.tsx';
import { ImportStatus } from './import-status.tsx';
import { toEmptyState, type Defaults, type ImportState } from './import-state.ts';
import { ImportList } from './import-list.tsx';
import { toItems, toKey, type Edits, type Item, type ItemState } from './items.ts';
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

/** Shows the list and the button for films with a table, as they are before the import. */
async function showImport(names: string[], table: string, choice: Partial<Defaults> = {}): Promise<void> {
  const files = names.map((name) => new File(['film'], name));
  const chosen = await addFiles(NO_FILES, listChosen([...files, new File([table], 'songs.csv')]));
  const { films, fault, notes } = planFiles(chosen, { ...defaults, ...choice });
  const state: ImportState = { ...toEmptyState(''), phase: 'ready', fault, notes };
  function Page() {
    const [edits, setEdits] = useState<Edits>({});
    const items = toItems(films, { edits, states: new Map() });
    const nothing = () => undefined;
    return (
      <MemoryRouter>
        <ImportStatus
          state={{ ...state, items, defaults: { ...defaults, ...choice } }}
          {...{ onStart: nothing, onStop: nothing, onRetry: nothing, onCompare: nothing }}
        />
        <ImportList
          items={items}
          isLocked={false}
          onEdit={(key, edit) => setEdits({ ...edits, [key]: { ...edits[key], ...edit } })}
        />
      </MemoryRouter>
    );
  }
  render(<Page />);
}

const button = () => within(screen.getByRole('region', { name: 'Import' })).getByRole('button');

test('a bad cell holds back its own video, which says what to choose, and the button says what it will do', async () => {
  const user = userEvent.setup();
  const table = 'file,visibility\nducks.mp4,registered\ngeese.mp4,public\nswans.mp4,secret';
  await showImport(['ducks.mp4', 'geese.mp4', 'swans.mp4'], table);
  expect(button().textContent).toBe('Import 2 videos: 1 public, 1 registered');
  expect(screen.getByText('1 video will wait in the list.')).toBeTruthy();
  const row = screen.getAllByRole('listitem')[0]!;
  expect(within(row).getByText('Waits for you')).toBeTruthy();
  expect(row.textContent).toContain(
    'Visibility: choose. Line 4: the visibility is public, registered, private, not “secret”.',
  );
  const select = screen.getByLabelText<HTMLSelectElement>('Visibility of swans.mp4');
  expect([select.value, row.contains(select)]).toEqual(['', true]);
  await user.selectOptions(select, 'Public');
  expect(button().textContent).toBe('Import 3 videos: 2 public, 1 registered');
  expect(screen.queryByText('Waits for you')).toBeNull();
  expect(document.activeElement).toBe(select); // its row stays where it is
});

test('a button that can do nothing says why', async () => {
  const user = userEvent.setup();
  await showImport(['ducks.mp4'], 'file,letters\nducks.mp4,AB');
  expect(button()).toHaveProperty('disabled', true);
  expect(button().textContent).toBe('Import');
  expect(screen.getByText('1 video waits for you in the list.').id).toBe(
    button().getAttribute('aria-describedby'),
  );
  await user.click(screen.getByRole('button', { name: 'Import ducks.mp4 without it' }));
  expect(button().textContent).toBe('Import 1 video, public');
  cleanup();
  await showImport(['ducks.mp4'], 'title\nDucks');
  expect(screen.getByText('The table has to be corrected first, or left out.')).toBeTruthy();
  expect(button()).toHaveProperty('disabled', true);
  cleanup();
  await showImport(['ducks.mp4'], 'file\nducks.mp4', { visibility: 'private', privateUserId: '' });
  expect(button().textContent).toBe('Import 1 video, private');
  expect(screen.getByText('Private user ID is required for private visibility')).toBeTruthy();
});

test('a title that is too long waits until it is shortened', async () => {
  const user = userEvent.setup();
  await showImport(['ducks.mp4'], `file,title\nducks.mp4,${'x'.repeat(201)}`);
  expect(screen.getByText(/^Title: shorten\. Line 2/)).toBeTruthy();
  const title = screen.getByLabelText('Title of ducks.mp4');
  await user.clear(title);
  await user.type(title, 'Ducks');
  expect(button().textContent).toBe('Import 1 video, public');
});
