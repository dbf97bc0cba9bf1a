import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run } from './process.ts';
import { readWords } from './words.ts';

/** Measures how well a speech recogniser understands each voice: the figures of `docs/decisions/015`. */

const MODEL = '/usr/share/pocketsphinx/model/en-us';
const PACK = join(import.meta.dirname, '../../services/game/starter-pack');
const WORDS = readWords().map(({ word }) => word);

/** Spellings with which flite pronounces unusual words. */
const SPELLINGS: Record<string, string> = { UFO: 'U F O', zzz: 'z z z' };
/** Pronunciations of words that the recogniser's dictionary lacks. */
const PHONES = ['ufo Y UW EH F OW', 'yo-yo Y OW Y OW', 'zzz Z IY Z IY Z IY'];

/** The praise at victory, and similar phrases that could be heard instead. */
const PRAISE = 'great job';
const PRAISES = [
  PRAISE,
  'good job',
  'great joy',
  'great shot',
  'well done',
  'try again',
  'grey dog',
  'great',
  'job',
];

/** Speaks a word into a file and returns the file's path. */
type Speak = (word: string, file: string) => Promise<string>;

const VOICES: Record<string, Speak> = {
  'the pack': async (word) => join(PACK, 'sounds', `${word}.mp3`),
  'flite slt 1.0': flite('slt', 1),
  'flite slt 1.25': flite('slt', 1.25),
  'flite slt 1.4': flite('slt', 1.4),
  'flite rms 1.0': flite('rms', 1),
  'flite rms 1.25': flite('rms', 1.25),
  'flite rms 1.35': flite('rms', 1.35),
  'flite awb 1.25': flite('awb', 1.25),
  'espeak-ng en-us': espeak('en-us'),
  'espeak-ng en-us+f3': espeak('en-us+f3'),
};

const wanted = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'voices-'));
try {
  await writeLanguage(WORDS);
  for (const [name, speak] of Object.entries(VOICES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const heard = await recognise(speak, WORDS);
    const mistaken = WORDS.flatMap((word, at) => (isWord(word, heard[at]) ? [] : [`${word} → ${heard[at]}`]));
    console.log(`${name}: ${WORDS.length - mistaken.length} of ${WORDS.length}; ${mistaken.join(', ')}`);
  }
  await writeLanguage([...WORDS, ...PRAISES]);
  const [praise] = await recognise(async () => join(PACK, 'effects/victory.mp3'), [PRAISE]);
  console.log(`the praise: ${PRAISE} → ${praise}`);
} finally {
  await rm(folder, { recursive: true });
}

function flite(voice: string, stretch: number): Speak {
  return async (word, file) => {
    const text = `${SPELLINGS[word] ?? word}.`;
    await run('flite', ['-voice', voice, '--setf', `duration_stretch=${stretch}`, '-t', text, '-o', file]);
    return file;
  };
}

function espeak(voice: string): Speak {
  return async (word, file) => {
    await run('espeak-ng', ['-v', voice, '-s', '130', '-w', file, word]);
    return file;
  };
}

/** Writes a grammar in which each word is a whole sentence, and a dictionary with all words. */
async function writeLanguage(words: string[]): Promise<void> {
  const choices = words.map((word) => word.toLowerCase()).join(' | ');
  await writeFile(join(folder, 'words.jsgf'), `#JSGF V1.0;\ngrammar words;\npublic <word> = ${choices};\n`);
  const dictionary = await readFile(join(MODEL, 'cmudict-en-us.dict'), 'utf8');
  await writeFile(join(folder, 'words.dict'), [...PHONES, dictionary].join('\n'));
}

/** Returns the recognised words, one by one, each with 0.3 s of silence around. */
async function recognise(speak: Speak, words: string[]): Promise<string[]> {
  const sounds = join(folder, 'sounds');
  await rm(sounds, { recursive: true, force: true });
  await mkdir(sounds);
  for (const [at, word] of words.entries()) {
    const file = await speak(word, join(folder, 'spoken.wav'));
    const filters = ['-af', 'adelay=300,apad=pad_dur=0.3', '-ar', '16000', '-ac', '1', '-f', 's16le'];
    await run('ffmpeg', ['-nostdin', '-y', '-i', file, ...filters, join(sounds, `${at}.raw`)]);
  }
  const [list, heard] = [join(folder, 'list'), join(folder, 'heard')];
  await writeFile(list, `${words.map((_, at) => at).join('\n')}\n`);
  await run('pocketsphinx_batch', [
    ...[
      '-hmm',
      join(MODEL, 'en-us'),
      '-dict',
      join(folder, 'words.dict'),
      '-jsgf',
      join(folder, 'words.jsgf'),
    ],
    ...['-adcin', 'yes', '-cepdir', sounds, '-cepext', '.raw', '-ctl', list, '-hyp', heard],
  ]);
  // A line has the recognised word, then the file and a score in brackets.
  return (await readFile(heard, 'utf8')).split('\n').map((line) => line.replace(/ ?\([^)]*\)$/, ''));
}

function isWord(word: string, heard = ''): boolean {
  return heard === word.toLowerCase();
}
