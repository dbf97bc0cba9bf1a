import { game } from '@larksong/contracts';
import sharp from 'sharp';
import { Value } from 'typebox/value';
import { expect } from 'vitest';

import { MP3, type Reply, type TestGame } from './support.ts';
import { buildZip, type BuiltEntry } from './zip-builder.ts';

export const PACKS = '/api/admin/game/packs';

/** Returns a picture of one colour. */
export function colour(background: string, format: 'png' | 'jpeg' = 'png', size = 8): Promise<Buffer> {
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

interface PackItem {
  name: string;
  cards?: ('letter' | 'image')[];
  picture?: string;
  sound?: string;
}

/** Returns the manifest of a pack. */
export function manifest(letters: Record<string, PackItem[]>): BuiltEntry {
  return {
    path: 'pack.json',
    data: JSON.stringify({
      format: 'larksong-pack',
      version: 1,
      letters: Object.entries(letters).map(([letter, items]) => ({ letter, items })),
    }),
  };
}

export const [PICTURE, SOUND] = ['Images/A/apple.png', 'Audio/A/apple.mp3'];
export const apple: PackItem = { name: 'apple', picture: PICTURE, sound: SOUND };

/** Returns a pack of one name. */
export function applePack(picture: Uint8Array, sound: Uint8Array = MP3): Buffer {
  return buildZip([manifest({ A: [apple] }), { path: PICTURE, data: picture }, { path: SOUND, data: sound }]);
}

export function importOf({ body }: Reply): game.PackImport {
  expect(Value.Check(game.getPackImport.data, body.data)).toBe(true);
  return (body.data as unknown as { import: game.PackImport }).import; // checked right above
}

/** Returns lines as `part result`. */
export const short = (lines: game.PackLine[]) => lines.map(({ part, result }) => `${part} ${result}`);

/** The calls for packs of a started game. */
export function packCalls(service: TestGame) {
  const send = (zip: Uint8Array, query = '') =>
    service.call('POST', `${PACKS}${query}`, { binary: new Uint8Array(zip) });
  const read = async (id: string) => importOf(await service.call('GET', `${PACKS}/${id}`));
  const readLines = async (id: string) => {
    const found = await read(id);
    expect(found).toMatchObject({ state: 'done', doneCount: found.stepCount });
    return found.lines;
  };
  return {
    send,
    read,
    readLines,
    /** Imports a pack to its end and returns its lines. */
    importPack: async (zip: Uint8Array, query = '') => {
      const answer = await send(zip, query);
      expect([answer.status, answer.body.message]).toEqual([202, undefined]);
      await service.runImports();
      return readLines(importOf(answer).id);
    },
    exportPack: async () => {
      const { status, bytes, headers } = await service.call('GET', `${PACKS}/export`);
      expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
      expect(headers.get('content-disposition')).toBe('attachment; filename="larksong-cards.zip"');
      return bytes;
    },
  };
}
