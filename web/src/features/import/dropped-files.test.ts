import { expect, it } from 'vitest';

import { listDropped } from './dropped-files.ts';

/** A folder as the browser describes it: batches of its entries, or an error in reading it. */
function folder(fullPath: string, entries: FileSystemEntry[] | Error): FileSystemEntry {
  let isRead = false;
  const createReader = () => ({
    readEntries(take: (batch: FileSystemEntry[]) => void, fail: (error: Error) => void) {
      if (entries instanceof Error) fail(entries);
      else take(isRead ? [] : entries);
      isRead = true;
    },
  });
  return { isFile: false, isDirectory: true, fullPath, createReader } as unknown as FileSystemEntry; // what is read of it
}

function file(fullPath: string, content: File | Error): FileSystemEntry {
  return {
    isFile: true,
    isDirectory: false,
    fullPath,
    file: (take: (file: File) => void, fail: (error: Error) => void) =>
      content instanceof Error ? fail(content) : take(content),
  } as unknown as FileSystemEntry; // what is read of it
}

function drop(items: { entry: FileSystemEntry | null; file: File | null }[]): DataTransfer {
  const listed = items.map((item) => ({ webkitGetAsEntry: () => item.entry, getAsFile: () => item.file }));
  return { items: listed } as unknown as DataTransfer; // what is read of it
}

it('files and those of folders are listed, and those that cannot be read are named', async () => {
  const denied = new Error('denied');
  const song = new File(['song'], 'song.mp4');
  const dropped = drop([
    { entry: file('/song.mp4', denied), file: song },
    { entry: null, file: null }, // a piece of text
    {
      entry: folder('/farm', [
        file('/farm/duck.mp4', new File(['duck'], 'duck.mp4')),
        file('/farm/locked.mp4', denied),
        folder('/farm/barn', denied),
      ]),
      file: null,
    },
  ]);
  const { files, unreadable } = await listDropped(dropped);
  expect(files.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
    ['song.mp4', 4],
    ['farm/duck.mp4', 4],
  ]);
  expect(unreadable).toEqual(['farm/locked.mp4', 'farm/barn']);
});
