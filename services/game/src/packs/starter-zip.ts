import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import type { Language } from '@larksong/contracts';

import { readMedia, readPack } from '../starter/pack.ts';
import { MANIFEST, writeManifest, type Manifest } from './manifest.ts';
import { writeZip, type FileToPack } from './write-zip.ts';

/**
 * Returns the starter pack of a language as a card pack. Adding it is an import, which continues after a restart and adds
 * only what is missing.
 */
export async function makeStarterZip(folder: string, language: Language): Promise<Buffer> {
  const { letters } = await readPack(folder, language);
  const files: FileToPack[] = [];
  const toItem = async (letter: string, item: (typeof letters)[number]['items'][number]) => {
    const { picture } = await readMedia(folder, item);
    const path = `Images/${letter}/${item.name}.png`;
    files.push({ path, open: async () => Readable.from([picture]) });
    return { name: item.name, picture: path };
  };
  const listed: Manifest['letters'] = [];
  for (const { letter, items } of letters)
    listed.push({ letter, items: await Promise.all(items.map((item) => toItem(letter, item))) });
  const manifest = Buffer.from(writeManifest(listed, language));
  files.push({ path: MANIFEST, open: async () => Readable.from([manifest]) });
  return buffer(writeZip(files));
}
