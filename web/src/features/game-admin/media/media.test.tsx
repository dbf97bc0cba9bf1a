import { game } from '@larksong/contracts';
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { showLanguage } from '../../../lib/texts.ts';
import { failure, NO_ANSWER } from '../../../testing/answers.ts';
import { at } from '../../../testing/site.ts';
import {
  answer,
  button,
  change,
  expectAlert,
  findName,
  user,
  visit,
  useContent,
  toCategory,
} from '../test-content.ts';

const content = useContent();

async function waitUntilSent(label: string): Promise<void> {
  const replace = await screen.findByRole('button', { name: `Replace ${label}` });
  await waitFor(() => expect(replace.hasAttribute('aria-busy')).toBe(false));
}

describe('a picture', () => {
  const PUT = at(game.putItemPicture, { id: 'apple-1' });
  const png = new File(['picture'], 'apple.png', { type: 'image/png' });

  beforeEach(() => {
    content.site.on(PUT, () => ({
      item: change(content, 'apple', { hasPicture: true, pictureSource: 'upload' }),
    }));
  });

  it('a picture is uploaded, shown, replaced under another address, and removed after a confirmation', async () => {
    await visit('/game-admin?letter=A');
    const apple = await findName('apple');
    expect(apple.getByText('No picture')).toBeTruthy();
    await user.upload(apple.getByLabelText('Upload picture of apple, file'), png);
    const first = await apple.findByRole('img', { name: 'apple' });
    const before = first.getAttribute('src');
    expect(before).toMatch(/^\/Images\/A\/apple\.png\?v=\d+$/);
    await waitUntilSent('picture of apple');
    await user.upload(apple.getByLabelText('Replace picture of apple, file'), new File(['other'], 'b.webp'));
    await waitFor(() => expect(apple.getByRole('img').getAttribute('src')).not.toBe(before));
    expect(content.site.calls(PUT).map(({ body, bearer }) => [body, bearer !== null])).toEqual([
      ['picture', true],
      ['other', true],
    ]);
    content.site.on(at(game.deleteItemPicture, { id: 'apple-1' }), () => ({
      item: change(content, 'apple', { hasPicture: false, pictureSource: null }),
    }));
    const remove = apple.getByRole<HTMLButtonElement>('button', { name: 'Remove picture of apple' });
    await waitFor(() => expect(remove.disabled).toBe(false));
    await user.click(remove);
    await answer('Remove');
    expect(await apple.findByText('No picture')).toBeTruthy();
  });

  it('a picture can be dropped and pasted, and any other kind of file is refused', async () => {
    await visit('/game-admin?letter=A');
    const apple = await findName('apple');
    const tile = screen.getByRole('heading', { name: 'apple' }).closest('li')!;
    fireEvent.drop(tile, { dataTransfer: { files: [new File(['x'], 'x.txt', { type: 'text/plain' })] } });
    expect(await apple.findByText('This file is neither a picture nor a sound.')).toBeTruthy();
    fireEvent.drop(tile, { dataTransfer: { files: [png] } });
    expect(await apple.findByRole('img', { name: 'apple' })).toBeTruthy();
    expect(apple.queryByText('This file is neither a picture nor a sound.')).toBeNull();
    await waitUntilSent('picture of apple');
    const paste = createEvent.paste(apple.getByRole('button', { name: 'Replace picture of apple' }), {
      clipboardData: { files: [png] },
    });
    fireEvent(apple.getByRole('button', { name: 'Replace picture of apple' }), paste);
    await waitFor(() => expect(content.site.count(PUT)).toBe(2));
  });

  it('a refused picture shows the server’s reason', async () => {
    const sentence = 'This file is not a PNG, JPEG or WebP picture.';
    content.site.on(PUT, () => failure('UNSUPPORTED_MEDIA_TYPE', sentence));
    await visit('/game-admin?letter=A');
    const apple = await findName('apple');
    await user.upload(apple.getByLabelText('Upload picture of apple, file'), png);
    expect(await apple.findByText(sentence)).toBeTruthy();
    content.site.on(PUT, () => NO_ANSWER);
    await user.upload(apple.getByLabelText('Upload picture of apple, file'), png);
    expect(await apple.findByText(/^The server could not be reached/)).toBeTruthy();
  });

  it('a picture that is refused after another letter was chosen is reported in an alert', async () => {
    const held = Promise.withResolvers<undefined>();
    content.site.on(PUT, async () => {
      await held.promise;
      return failure('STORAGE_FULL', 'There is not enough space left on the server for this file.');
    });
    await visit('/game-admin?letter=A');
    const apple = await findName('apple');
    await user.upload(apple.getByLabelText('Upload picture of apple, file'), png);
    await waitFor(() => expect(content.site.count(PUT)).toBe(1));
    await user.click(screen.getByRole('button', { name: 'Letter B 0 cards' }));
    await screen.findByRole('heading', { name: 'Letter B' });
    held.resolve(undefined);
    await expectAlert('There is not enough space left on the server for this file.');
  });

  it('a picture from the folder is marked as such and cannot be removed', async () => {
    change(content, 'ant', { hasPicture: true, pictureSource: 'folder' });
    await visit('/game-admin?letter=A');
    const ant = await findName('ant');
    expect(ant.getByText('From the folder')).toBeTruthy();
    expect(ant.queryByRole('button', { name: 'Remove picture of ant' })).toBeNull();
    const image = ant.getByRole('img', { name: 'ant' });
    expect(image.getAttribute('src')).toBe('/Images/A/ant.png');
    fireEvent.error(image);
    expect(ant.getByText('No picture')).toBeTruthy();
  });
});

describe('a sound', () => {
  const PUT = at(game.putItemSound, { id: 'ant-1' });
  const mp3 = new File(['sound'], 'ant.mp3', { type: 'audio/mpeg' });

  it('a sound is prepared after its upload, and the page polls until the sound is ready', async () => {
    content.site.on(PUT, () => ({ item: change(content, 'ant', { soundState: 'preparing' }) }));
    await visit('/game-admin?letter=A');
    const ant = await findName('ant');
    await user.upload(ant.getByLabelText('Upload sound of ant, file'), mp3);
    expect(await ant.findByText('Preparing…')).toBeTruthy();
    expect(ant.queryByRole('button', { name: 'Play sound of ant' })).toBeNull();
    expect(button('Letter A, 2 pictures and 2 sounds missing')).toBeTruthy();
    change(content, 'ant', { soundState: 'ready', hasSound: true, soundSource: 'upload' });
    expect(await ant.findByRole('button', { name: 'Play sound of ant' })).toBeTruthy();
    expect(ant.queryByText('Preparing…')).toBeNull();
    // the overview is updated by the same response
    expect(
      await screen.findByRole('button', { name: 'Letter A, 2 pictures and 1 sound missing' }),
    ).toBeTruthy();
  });

  it('a sound that could not be prepared says why in the language of the page', async () => {
    const soundReason = { id: 'sound-none', values: {} } as const;
    change(content, 'ant', { soundState: 'failed', soundError: 'There is no sound.', soundReason });
    change(content, 'apple', { soundState: 'failed', soundError: 'It is odd.', soundReason: null });
    await visit('/game-admin?letter=A');
    await act(() => showLanguage('de'));
    onTestFinished(() => showLanguage('en'));
    expect(await screen.findByText('In dieser Datei ist kein Ton.')).toBeTruthy();
    expect((await screen.findByText('It is odd.')).lang).toBe('en');
  });

  it('a sound that could not be prepared says why and can be removed', async () => {
    change(content, 'ant', { soundState: 'failed', soundError: 'There is no sound in this file.' });
    content.site.on(at(game.deleteItemSound, { id: 'ant-1' }), () => ({
      item: change(content, 'ant', { soundState: 'none', soundError: null }),
    }));
    await visit('/game-admin?letter=A');
    const ant = await findName('ant');
    expect(ant.getByText('There is no sound in this file.')).toBeTruthy();
    await user.click(ant.getByRole('button', { name: 'Remove sound of ant' }));
    await answer('Remove');
    expect(await ant.findByText('No recording yet')).toBeTruthy();
  });

  it('the sound that says a letter is uploaded, polled until it is ready, and removed', async () => {
    const ready = { soundSource: 'upload', soundState: 'ready', soundError: null } as const;
    content.site.on(at(game.putCategorySound, { id: 'id-B' }), () => {
      content.spokenNames = { B: { ...ready, soundSource: null, soundState: 'preparing' } };
      return { category: toCategory(content, 'B') };
    });
    await visit('/game-admin?letter=B');
    await user.upload(await screen.findByLabelText('Upload sound of letter B, file'), mp3);
    expect(await screen.findByText('Preparing…')).toBeTruthy();
    content.spokenNames = { B: ready };
    expect(await screen.findByRole('button', { name: 'Play sound of letter B' })).toBeTruthy();
    content.site.on(at(game.deleteCategorySound, { id: 'id-B' }), () => {
      content.spokenNames = {};
      return { category: toCategory(content, 'B') };
    });
    await user.click(button('Remove sound of letter B'));
    await answer('Remove');
    expect(await screen.findByText('No recording yet')).toBeTruthy();
  });

  it.each([
    ['folder', 'From the folder'],
    ['game', 'Part of the game'],
  ] as const)('a letter name from the %s is marked as such and cannot be removed', async (source, badge) => {
    content.spokenNames = { B: { soundSource: source, soundState: 'ready', soundError: null } };
    await visit('/game-admin?letter=B');
    expect(await screen.findByText(badge)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove sound of letter B' })).toBeNull();
  });

  it('a sound cannot be recorded without https: the button says so and takes a file instead', async () => {
    content.site.on(PUT, () => ({ item: change(content, 'ant', { soundState: 'preparing' }) }));
    await visit('/game-admin?letter=A');
    const ant = await findName('ant');
    await user.click(ant.getByRole('button', { name: 'Record sound of ant' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Record ant' }));
    expect(dialog.getByText(/upload a sound\.$/)).toBeTruthy();
    await user.upload(dialog.getByLabelText('Upload sound of ant, file'), mp3);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await ant.findByText('Preparing…')).toBeTruthy();
  });
});
