import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { addPraise, errorNotes, matchNotes, play, victoryNotes } from './effects.ts';
import { makePicture } from './pictures.ts';
import { normalise } from './normalise.ts';
import { durationSeconds, type Samples } from './samples.ts';
import { encodeMp3 } from './sound-files.ts';
import { makeDemo } from './demo.ts';
import { speakInvitation, speakLetter, speakPraise, speakWord } from './voice.ts';
import { readWords, toFurtherPacks, toPack, type Word } from './words.ts';

const PACK = join(import.meta.dirname, '../../services/game/starter-pack');

/** Loudness of the victory tune before the praise is added, in LUFS. */
const VICTORY_TUNE = -17;

/** Loudness of the other effects in LUFS: below the voices, for a miss well below. */
const EFFECTS = [
  { name: 'match', notes: matchNotes(), loudness: -18 },
  { name: 'error', notes: errorNotes(), loudness: -21 },
];

const words = readWords();
await writePictures(words);
const voices = await writeVoices(words);
await writeLetters(words);
await writeEffects();
await writeFile(join(PACK, 'pack.json'), `${JSON.stringify(toPack(words), null, 2)}\n`);
for (const [language, pack] of toFurtherPacks(words)) {
  await mkdir(join(PACK, language), { recursive: true });
  await writeFile(join(PACK, language, 'pack.json'), `${JSON.stringify(pack, null, 2)}\n`);
}
await makeDemo(words, { voices, folder: PACK });
console.log(`${words.length} words, ${Math.round((await sizeOf(PACK)) / 1000)} kB`);

/** Creates an empty folder, so that no files of an earlier list of words stay. */
async function clear(name: string): Promise<string> {
  const folder = join(PACK, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

async function writePictures(words: Word[]): Promise<void> {
  const folder = await clear('pictures');
  for (const { word, noto } of words) await writeFile(join(folder, `${word}.png`), await makePicture(noto));
}

/** Writes the sound of every word and returns the sounds at their final loudness. */
async function writeVoices(words: Word[]): Promise<Map<string, Samples>> {
  const folder = await clear('sounds');
  const voices = new Map<string, Samples>();
  for (const { word } of words) {
    const voice = normalise(await speakWord(word));
    if (durationSeconds(voice) > 1.5) throw new Error(`"${word}" takes ${durationSeconds(voice)} s`);
    await writeFile(join(folder, `${word}.mp3`), await encodeMp3(voice));
    voices.set(word, voice);
  }
  return voices;
}

async function writeLetters(words: Word[]): Promise<void> {
  const folder = await clear('sounds/letters');
  for (const letter of new Set(words.map((word) => word.letter)))
    await writeFile(join(folder, `${letter}.mp3`), await encodeMp3(normalise(await speakLetter(letter))));
}

async function writeEffects(): Promise<void> {
  const folder = await clear('effects');
  const tune = normalise(play(victoryNotes()), VICTORY_TUNE);
  const victory = normalise(addPraise(tune, normalise(await speakPraise())));
  await writeFile(join(folder, 'victory.mp3'), await encodeMp3(victory));
  await writeFile(join(folder, 'invitation.mp3'), await encodeMp3(normalise(await speakInvitation())));
  for (const { name, notes, loudness } of EFFECTS)
    await writeFile(join(folder, `${name}.mp3`), await encodeMp3(normalise(play(notes), loudness)));
}

/** Returns the size of all files under a folder in bytes. */
async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = files
    .filter((file) => file.isFile())
    .map(async (file) => (await stat(join(file.parentPath, file.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
