import { game } from '@larksong/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { showLanguage } from '../../../lib/texts.ts';
import { failure, Reply } from '../../../testing/answers.ts';
import { at } from '../../../testing/site.ts';
import { add, button, toItem, user, useContent, visit } from '../test-content.ts';

const ID = '01890000-0000-7000-8000-000000000001';
const content = useContent();
const pack = new File(['a zip'], 'cards.zip', { type: 'application/zip' });

function toImport(changes: Partial<game.PackImport> = {}): game.PackImport {
  return {
    id: ID,
    state: 'running',
    createdAt: new Date().toISOString(),
    stepCount: 2,
    doneCount: 0,
    preparingCount: 0,
    lines: [],
    ...changes,
  };
}

function toLine(changes: Partial<game.PackLine>): game.PackLine {
  return { part: 'cards', result: 'added', letter: 'A', name: 'arm', path: null, reason: null, ...changes };
}

const section = async () =>
  within((await screen.findByRole('heading', { name: 'Card packs' })).closest('section')!);
const zone = () => screen.findByRole('button', { name: /Drop a pack here/ });

async function drop(file: File): Promise<void> {
  fireEvent.drop(await zone(), { dataTransfer: { files: [file] } });
}

describe('importing a pack', () => {
  it('a dropped pack is sent, its progress is shown, and then its lines with the reasons', async () => {
    let shown = toImport({ doneCount: 1 });
    content.site.on(game.importPack, () => ({ import: toImport() }));
    content.site.on(at(game.getPackImport, { id: ID }), () => ({ import: shown }));
    await visit();
    await drop(pack);
    expect(await screen.findByText('Importing the pack: 1 of 2')).toBeTruthy();
    const [call] = content.site.calls(game.importPack);
    expect([call?.bytes.toString(), call?.query]).toEqual(['a zip', { replace: 'false' }]);

    add(content, toItem('arm', 1));
    shown = toImport({
      state: 'done',
      preparingCount: 1,
      lines: [
        toLine({}),
        toLine({ part: 'sound' }),
        toLine({ part: 'picture', result: 'refused', reason: 'This picture cannot be read.' }),
        toLine({ name: 'ant', result: 'present' }),
        toLine({
          part: 'file',
          result: 'refused',
          letter: null,
          name: null,
          path: '../x',
          reason: 'It leads out.',
        }),
      ],
    });
    const packs = await section();
    expect(await packs.findByText(/^1 word and 1 sound were added\. 2 parts were refused\./)).toBeTruthy();
    expect(packs.getByText('1 sound being prepared…')).toBeTruthy();
    const [refused, ...others] = packs.getAllByRole<HTMLDetailsElement>('group');
    expect(refused?.open).toBe(true);
    expect(refused?.textContent).toContain('This picture cannot be read.');
    expect(refused?.textContent).toContain('../x');
    expect(others.map((group) => [group.open, group.querySelector('summary')?.textContent])).toEqual([
      [false, 'Added 1'],
      [false, 'Already there 1'],
    ]);
    // The letters of the page are read again.
    expect(await screen.findByText(/2 letters with 3 words/)).toBeTruthy();
    shown = { ...shown, preparingCount: 0 };
    await waitFor(() => expect(packs.queryByText('1 sound being prepared…')).toBeNull(), { timeout: 8000 });
  });

  it('lines of a pack give their reasons in the language of the page, or marked as English', async () => {
    const refused = { part: 'picture', result: 'refused', reason: 'It is larger.' } as const;
    const lines = [
      toLine({ ...refused, explanation: { reason: 'packed.too-large', values: { megabytes: 20 } } }),
      toLine({ ...refused, name: 'ant', explanation: { reason: 'from.tomorrow' } }),
      toLine({
        ...refused,
        part: 'sound',
        reason: 'It is silent.',
        soundReason: { id: 'sound-none', values: {} },
      }),
    ];
    const done = toImport({ state: 'done', lines });
    content.site.on(game.importPack, () => ({ import: done }));
    content.site.on(at(game.getPackImport, { id: ID }), () => ({ import: done }));
    await visit();
    await drop(pack);
    await screen.findAllByText('It is larger.');
    await act(() => showLanguage('de'));
    onTestFinished(() => showLanguage('en'));
    expect(await screen.findByText('Diese Datei ist größer als 20 MB.')).toBeTruthy();
    expect(screen.getByText('In dieser Datei ist kein Ton.')).toBeTruthy();
    expect(screen.getByText('It is larger.').lang).toBe('en');
  });

  it('a chosen pack replaces existing pictures and sounds if that is wanted', async () => {
    content.site.on(game.importPack, () => ({ import: toImport() }));
    content.site.on(at(game.getPackImport, { id: ID }), () => ({ import: toImport({ state: 'done' }) }));
    await visit();
    await user.click(
      await screen.findByRole('checkbox', { name: /^Overwrite existing pictures and sounds/ }),
    );
    const packs = await section();
    await user.upload(
      packs
        .getByText(/Drop a pack/)
        .closest('section')!
        .querySelector('input[type=file]')!,
      pack,
    );
    expect(await packs.findByText(/Nothing was added\./)).toBeTruthy();
    expect(content.site.calls(game.importPack)[0]?.query).toEqual({ replace: 'true' });
  });

  it('a pack that is refused as a whole says why, and another one can be sent', async () => {
    content.site.on(game.importPack, () => failure('VALIDATION_FAILED', 'This file is not a zip.'));
    await visit();
    await drop(pack);
    expect((await screen.findByRole('alert')).textContent).toBe('This file is not a zip.');
    expect(await zone()).toBeTruthy();
  });

  it('an import that began before the page was opened is shown', async () => {
    content.site.on(game.getLatestPackImport, () => ({ import: toImport() }));
    content.site.on(at(game.getPackImport, { id: ID }), () => ({ import: toImport({ doneCount: 1 }) }));
    await visit();
    expect(await screen.findByText('Importing the pack: 1 of 2')).toBeTruthy();
    expect(await screen.findByRole('progressbar', { name: 'Imported' })).toBeTruthy();
  });

  it('a long list of lines is shown step by step', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => toLine({ name: `word ${index}` }));
    content.site.on(game.getLatestPackImport, () => ({ import: toImport({ state: 'done' }) }));
    content.site.on(at(game.getPackImport, { id: ID }), () => ({
      import: toImport({ state: 'done', lines }),
    }));
    await visit();
    const packs = await section();
    await user.click(await packs.findByText('Added'));
    expect(packs.getAllByRole('listitem')).toHaveLength(50);
    await user.click(packs.getByRole('button', { name: 'Show all 60' }));
    expect(packs.getAllByRole('listitem')).toHaveLength(60);
    await user.click(packs.getByRole('button', { name: 'Hide this list' }));
    expect(packs.queryByText('Added')).toBeNull();
    expect(localStorage.getItem('packs.hidden')).toBe(ID);
  });
});

describe('exporting a pack', () => {
  it('an export is saved as a file, and a failed one says why', async () => {
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:pack');
    content.site.on(
      game.exportPack,
      () => new Reply(200, 'the zip', { 'content-type': 'application/zip' }) as never,
    );
    await visit();
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    const saved = create.mock.calls[0]?.[0];
    expect(saved instanceof Blob && (await saved.text())).toBe('the zip');
    content.site.on(game.exportPack, () => failure('UNAVAILABLE', 'Storage is away.'));
    await user.click(button('Export'));
    expect((await screen.findByRole('alert')).textContent).toBe('Storage is away.');
    vi.restoreAllMocks();
  });
});
