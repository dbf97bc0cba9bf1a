import { durationSeconds, mixInto, SAMPLE_RATE, type Samples } from './samples.ts';

/** A note: start and duration in seconds, pitch in Hz, strength from 0 to 1. */
export interface Note {
  at: number;
  hertz: number;
  seconds: number;
  strength: number;
}

/** Overtones of a soft marimba: frequency ratio, strength, and how much sooner they decay. */
const OVERTONES = [
  { ratio: 1, strength: 1, decay: 5 },
  { ratio: 2, strength: 0.22, decay: 8 },
  { ratio: 4, strength: 0.12, decay: 16 },
];

const ATTACK_SECONDS = 0.008;
const RELEASE_SECONDS = 0.05;

/** Frequencies of the notes in Hz, from the C below the stave upwards. */
export const PITCH = {
  A3: 220,
  C4: 261.63,
  D4: 293.66,
  E4: 329.63,
  G4: 392,
  A4: 440,
  C5: 523.25,
  E5: 659.26,
  G5: 783.99,
  C6: 1046.5,
};

/** Returns the notes for two cards that do not match: two low, soft steps down. */
export function errorNotes(): Note[] {
  return [
    { at: 0, hertz: PITCH.E4, seconds: 0.3, strength: 0.7 },
    { at: 0.16, hertz: PITCH.C4, seconds: 0.4, strength: 0.8 },
  ];
}

/** Returns the notes for a pair: a bright third. */
export function matchNotes(): Note[] {
  return [
    { at: 0, hertz: PITCH.C5, seconds: 0.4, strength: 0.8 },
    { at: 0.11, hertz: PITCH.E5, seconds: 0.45, strength: 0.9 },
  ];
}

/** Returns the notes for all pairs: a rising phrase that ends on a chord. */
export function victoryNotes(): Note[] {
  const rise = [PITCH.C5, PITCH.E5, PITCH.G5].map((hertz, index) => ({
    at: index * 0.17,
    hertz,
    seconds: 0.5,
    strength: 0.8,
  }));
  const chord = [PITCH.C5, PITCH.E5, PITCH.C6].map((hertz) => ({
    at: 0.55,
    hertz,
    seconds: 1.2,
    strength: 0.55,
  }));
  return [...rise, ...chord];
}

/** Start of the praise in seconds, while the chord still rings quietly. */
const PRAISE_AT_SECONDS = 1.3;

/** Returns a tune with the praise over its end; as long as the longer of both. */
export function addPraise(tune: Samples, praise: Samples): Samples {
  const seconds = Math.max(durationSeconds(tune), PRAISE_AT_SECONDS + durationSeconds(praise));
  const samples = new Float32Array(Math.round(seconds * SAMPLE_RATE));
  mixInto(samples, tune, 0);
  mixInto(samples, praise, PRAISE_AT_SECONDS);
  return samples;
}

/** Returns the sound of notes until the last one has ended; peaks may exceed full scale. */
export function play(notes: Note[]): Samples {
  const end = Math.max(...notes.map(({ at, seconds }) => at + seconds));
  const samples = new Float32Array(Math.ceil(end * SAMPLE_RATE));
  for (const note of notes) addNote(samples, note);
  return samples;
}

function addNote(samples: Samples, note: Note): void {
  const start = Math.round(note.at * SAMPLE_RATE);
  const length = Math.min(Math.round(note.seconds * SAMPLE_RATE), samples.length - start);
  for (let index = 0; index < length; index += 1) {
    const seconds = index / SAMPLE_RATE;
    const edge = Math.min(seconds / ATTACK_SECONDS, (note.seconds - seconds) / RELEASE_SECONDS, 1);
    samples[start + index] = (samples[start + index] ?? 0) + 0.4 * note.strength * edge * ring(note, seconds);
  }
}

function ring(note: Note, seconds: number): number {
  return OVERTONES.reduce((sum, { ratio, strength, decay }) => {
    const swing = Math.sin(2 * Math.PI * note.hertz * ratio * seconds);
    return sum + strength * swing * Math.exp((-decay * seconds * 0.5) / note.seconds);
  }, 0);
}
