import { Readable } from 'node:stream';

import { game, type Language } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import { compareTexts, toName } from '../content/name.ts';
import { LETTER_NAMES, openLetterName } from '../files/letter-names.ts';
import type { PackPlace } from '../files/pack-place.ts';
import { EXTENSIONS, type FileKind, type PublicFile } from '../files/public-folder.ts';
import { listExported, type ExportedName } from './export-store.ts';
import { MANIFEST, writeManifest, type Manifest, type ManifestItem } from './manifest.ts';
import { writeZip, type FileToPack } from './write-zip.ts';
import { foldPath } from './zip-paths.ts';

type ExportDeps = PackPlace & { storage: Storage };

/**
 * Returns all letters of a pack with their spoken names, their words, cards, pictures and sounds as a zip. The same content is
 * always the same zip: in the order of code units, without times. Sounds that are being prepared are not in it.
 */
export async function exportPack(deps: ExportDeps): Promise<Readable> {
  const names = (await listExported(deps))
    .filter((name) => isStoredForm(name, deps.pack))
    .toSorted(compareNames);
  const toPath = createPaths();
  const files: FileToPack[] = [];
  const letters: Manifest['letters'] = [];
  for (const [letter, own] of Map.groupBy(names, (name) => name.letter)) {
    const media = await Promise.all(own.map((name) => findMedia(deps, name)));
    const items = own.map(({ name, cards }, index): ManifestItem => {
      const { picture, sound } = media[index] ?? {};
      const item: ManifestItem = { name, cards: cards.toSorted().toReversed() };
      if (picture) item.picture = toPath('Images', { letter, name });
      if (sound) item.sound = toPath('Audio', { letter, name });
      if (picture && item.picture !== undefined) files.push({ path: item.picture, open: picture });
      if (sound && item.sound !== undefined) files.push({ path: item.sound, open: sound });
      return item;
    });
    const spoken = await findFile(deps.storage, own[0]?.letter_key ?? null, () =>
      openLetterName(deps, letter),
    );
    const sound = spoken && toPath('Audio', { letter: LETTER_NAMES, name: letter });
    if (spoken && sound !== undefined) files.push({ path: sound, open: spoken });
    letters.push({ letter, ...(sound === undefined ? {} : { sound }), items });
  }
  const manifest = Buffer.from(writeManifest(letters, deps.pack));
  files.push({ path: MANIFEST, open: async () => Readable.from([manifest]) });
  return writeZip(files.toSorted((a, b) => compareTexts(a.path, b.path)));
}

/** Names and letters that were stored under older rules would be others after an import. */
function isStoredForm({ letter, name }: ExportedName, language: Language): boolean {
  const [kept, result] = [game.toLetter(letter, language), toName(name)];
  return 'letter' in kept && kept.letter === letter && 'name' in result && result.name === name;
}

function compareNames(a: ExportedName, b: ExportedName): number {
  return compareTexts(a.letter, b.letter) || compareTexts(a.name, b.name);
}

type Open = FileToPack['open'];

/** Returns how to open the existing picture and sound of a name. */
async function findMedia(
  { storage, folder }: ExportDeps,
  name: ExportedName,
): Promise<{ picture: Open | undefined; sound: Open | undefined }> {
  const find = (kind: FileKind, key: string | null) =>
    findFile(storage, key, () => folder.open([kind, name.letter, `${name.name}${EXTENSIONS[kind]}`]));
  const [picture, sound] = await Promise.all([
    find('Images', name.picture_key),
    find('Audio', name.sound_key),
  ]);
  return { picture, sound };
}

type OpenPlaced = () => Promise<PublicFile | undefined>;

/** Returns how to open an uploaded file, or else the one that was placed; undefined if there is neither. */
async function findFile(
  storage: Storage,
  key: string | null,
  openPlaced: OpenPlaced,
): Promise<Open | undefined> {
  if (key !== null && (await storage.stat(key))) return () => readStored(storage, key);
  const placed = await openPlaced();
  await placed?.handle.close();
  return placed && (() => readPlaced(openPlaced));
}

async function readStored(storage: Storage, key: string): Promise<Readable> {
  const object = await storage.get(key);
  if (!object) throw new AppError('CONFLICT'); // it was replaced a moment ago
  return object.stream;
}

async function readPlaced(openPlaced: OpenPlaced): Promise<Readable> {
  const placed = await openPlaced();
  if (!placed) throw new AppError('CONFLICT');
  return placed.handle.createReadStream();
}

/**
 * Returns a function that maps each name to a unique path, even on systems where `Apple.png` and `apple.png` are the
 * same file.
 */
function createPaths() {
  const taken = new Set<string>();
  return (kind: FileKind, { letter, name }: { letter: string; name: string }): string => {
    for (let number = 1; ; number += 1) {
      const file = number === 1 ? name : `${name} (${number})`;
      const path = `${kind}/${letter}/${file}${EXTENSIONS[kind]}`;
      const folded = foldPath(path);
      if (taken.has(folded)) continue;
      taken.add(folded);
      return path;
    }
  };
}
