import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run } from './process.ts';
import { SAMPLE_RATE, trimSilence, type Samples } from './samples.ts';
import { decode } from './sound-files.ts';

/** The voice and how much slower than normal it speaks (`docs/decisions/015`). */
const VOICE = 'rms';
const STRETCH = 1.35;

const INVITATION_PAUSE_SECONDS = 0.4;

/** Filters for less rumble, which makes small loudspeakers hum, clearer consonants, and lower peaks. */
const CLEARER =
  'highpass=f=90,treble=g=2:f=2500,acompressor=threshold=0.06:ratio=2.5:knee=4:attack=3:release=90';

/** Spellings with which flite pronounces a word correctly. */
const SPELLINGS: Record<string, string> = { UFO: 'U F O', zzz: 'z z z' };

/** Words that a speech recogniser understands better at another speed, or that would be too long. */
const STRETCHES: Record<string, number> = { house: 1.15, 'ice cream': 1.15 };

/** Speaks a word of the pack and returns it without silence, at the voice's own loudness. */
export function speakWord(word: string): Promise<Samples> {
  return speak(SPELLINGS[word] ?? word, STRETCHES[word] ?? STRETCH);
}

/** Speaks the name of a letter. */
export function speakLetter(letter: string): Promise<Samples> {
  return speak(letter, STRETCH);
}

/** Speaks "A is for". Within a sentence flite would read a single A as the article. */
export function speakOpening(letter: string): Promise<Samples> {
  return speak(`${letter === 'A' ? 'Ay' : letter} is for`, 1.1);
}

/** Speaks the praise for all pairs. */
export function speakPraise(): Promise<Samples> {
  return speak('Great job', STRETCH);
}

/** Speaks the sentence for a child that has never played, after a short silence that parts it from a word. */
export async function speakInvitation(): Promise<Samples> {
  const spoken = await speak('Find two that belong together', 1.15);
  const silence = Math.round(INVITATION_PAUSE_SECONDS * SAMPLE_RATE);
  const samples = new Float32Array(silence + spoken.length);
  samples.set(spoken, silence);
  return samples;
}

async function speak(text: string, stretch: number): Promise<Samples> {
  const folder = await mkdtemp(join(tmpdir(), 'starter-pack-'));
  try {
    const file = join(folder, 'spoken.wav');
    await run('flite', [
      '-voice',
      VOICE,
      '--setf',
      `duration_stretch=${stretch}`,
      '-t',
      `${text}.`,
      '-o',
      file,
    ]);
    return trimSilence(await decode(file, CLEARER));
  } finally {
    await rm(folder, { recursive: true });
  }
}
