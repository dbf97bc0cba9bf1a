import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PITCH, play, type Note } from './effects.ts';
import { makeFilmPicture } from './pictures.ts';
import { run } from './process.ts';
import { drawScene, HEIGHT, WIDTH } from './scene.ts';
import { normalise } from './normalise.ts';
import { durationSeconds, mixInto, SAMPLE_RATE, type Samples } from './samples.ts';
import { toBytes } from './sound-files.ts';
import { speakOpening } from './voice.ts';
import { toPack, type Word } from './words.ts';

const FRAME_RATE = 25;
const TURN_FRAMES = 8;
const SCENE_SECONDS = 2.2;
/** Pause between the end of a word and the next letter, and between "is for" and the word. */
const REST_SECONDS = 0.4;
const BREATH_SECONDS = 0.06;
/** Loudness of the tune in LUFS: well below the voice. */
const TUNE_LOUDNESS = -36;

/** One letter of the film with its speech. Times are in seconds from its start. */
interface Part {
  letter: string;
  word: string;
  /** The picture's name in the icon set. */
  noto: string;
  opening: Samples;
  voice: Samples;
  wordAt: number;
  frames: number;
}

/** Writes `demo.mp4`, from "A is for apple" to Z with the voice of each word, and `demo.jpg`, its thumbnail. */
export async function makeDemo(
  words: Word[],
  { voices, folder }: { voices: Map<string, Samples>; folder: string },
): Promise<void> {
  const parts: Part[] = [];
  for (const { letter } of toPack(words).letters) {
    const first = words.find((word) => word.letter === letter);
    const voice = voices.get(first?.word ?? '');
    if (first === undefined || voice === undefined) throw new Error(`"${letter}" has no word with a voice`);
    parts.push(await planPart(first, voice));
  }
  const scratch = await mkdtemp(join(tmpdir(), 'starter-pack-'));
  try {
    const sound = join(scratch, 'sound.raw');
    await writeFile(sound, toBytes(await mixSound(parts)));
    const film = join(folder, 'demo.mp4');
    await encode(sound, await drawFrames(parts), film);
    await takeThumbnail(film, join(folder, 'demo.jpg'));
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** Takes the picture of the first letter with its open card. */
async function takeThumbnail(film: string, target: string): Promise<void> {
  const args = ['-hide_banner', '-nostdin', '-y', '-ss', '2', '-i', film];
  await run('ffmpeg', [...args, '-frames:v', '1', '-q:v', '3', '-bitexact', target], []);
}

async function planPart({ letter, word, noto }: Word, voice: Samples): Promise<Part> {
  const opening = normalise(await speakOpening(letter));
  const wordAt = durationSeconds(opening) + BREATH_SECONDS;
  const seconds = Math.max(SCENE_SECONDS, wordAt + durationSeconds(voice) + REST_SECONDS);
  return { letter, word, noto, opening, voice, wordAt, frames: Math.ceil(seconds * FRAME_RATE) };
}

async function mixSound(parts: Part[]): Promise<Samples> {
  const seconds = parts.reduce((sum, { frames }) => sum + frames, 0) / FRAME_RATE;
  const sound = new Float32Array(Math.round(seconds * SAMPLE_RATE));
  let begin = 0;
  for (const { opening, voice, wordAt, frames } of parts) {
    mixInto(sound, opening, begin);
    mixInto(sound, voice, begin + wordAt);
    begin += frames / FRAME_RATE;
  }
  mixInto(sound, normalise(play(composeTune(seconds - 1)), TUNE_LOUDNESS), 0);
  return sound;
}

/** Returns the tune of a slow music box on five tones. */
function composeTune(seconds: number): Note[] {
  const { C4, E4, G4, A4, C5, A3, D4 } = PITCH;
  const tune = [C4, G4, E4, G4, A3, E4, C4, E4, D4, A4, G4, A4, G4, C5, G4, E4];
  const step = 0.55;
  return Array.from({ length: Math.floor(seconds / step) }, (_, index) => ({
    at: index * step,
    hertz: tune[index % tune.length] ?? C4,
    seconds: 0.9,
    strength: index % 4 === 0 ? 0.8 : 0.5,
  }));
}

/** Returns all frames in order; identical frames share one buffer. */
async function drawFrames(parts: Part[]): Promise<Buffer[]> {
  const frames: Buffer[] = [];
  for (const [index, { letter, word, noto, wordAt, frames: count }] of parts.entries()) {
    const picture = await makeFilmPicture(noto);
    const { closed, turning, open } = await drawScene({ letter, word, picture, index }, TURN_FRAMES);
    // The card is half turned when its word begins.
    const before = Math.max(0, Math.round(wordAt * FRAME_RATE) - TURN_FRAMES / 2);
    const after = count - before - TURN_FRAMES;
    frames.push(...Array<Buffer>(before).fill(closed), ...turning, ...Array<Buffer>(after).fill(open));
  }
  return frames;
}

async function encode(soundFile: string, frames: Buffer[], target: string): Promise<void> {
  const args = ['-hide_banner', '-nostdin', '-y'];
  args.push(
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    `${WIDTH}x${HEIGHT}`,
    '-r',
    String(FRAME_RATE),
    '-i',
    'pipe:0',
  );
  args.push('-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', soundFile);
  // One thread, since several produce different bytes on different machines.
  args.push('-threads', '1', '-c:v', 'libx264', '-preset', 'slow', '-tune', 'stillimage', '-crf', '27');
  args.push('-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p', '-g', '250');
  args.push('-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709');
  args.push('-c:a', 'aac', '-b:a', '48k', '-ar', '44100', '-bitexact', '-map_metadata', '-1');
  args.push('-movflags', '+faststart', target);
  await run('ffmpeg', args, frames);
}
