/** Deterministic random numbers and choices for a seed. */
export interface Random {
  /** From 0 to below 1. */
  next: () => number;
  /** A whole number, both ends included. */
  whole: (from: number, to: number) => number;
  pick: <T>(choices: readonly [T, ...T[]] | readonly T[]) => T;
  /** Returns true with the given probability. */
  chance: (share: number) => boolean;
}

/** Creates a generator with the mulberry32 algorithm: 32 bits of state, good enough for test data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    whole,
    chance: (share) => next() < share,
    pick: (choices) => {
      const chosen = choices[whole(0, choices.length - 1)];
      if (chosen === undefined) throw new Error('There is nothing to pick from.');
      return chosen;
    },
  };
}

/** Returns the seed from `SEED`, otherwise one from the clock. Callers must print it. */
export function readSeed(): number {
  const given = Number(process.env['SEED']);
  return Number.isInteger(given) && given > 0 ? given : Date.now() % 2 ** 31;
}

/** Whether this is the long run, which also tries what differs little from an everyday test. */
export const isLongRun = process.env['LONG_RUN'] === '1';

/** Returns a count from an environment variable such as `GENERATED_CALLS`. */
export function readCount(name: string, otherwise: number): number {
  const given = Number(process.env[name]);
  return Number.isInteger(given) && given > 0 ? given : otherwise;
}

/** Returns the kinds that a test tries: the first of a list, or as many as an environment variable says. */
export function firstKinds<const Kind>(name: string, otherwise: number, kinds: readonly Kind[]): Kind[] {
  return kinds.slice(0, readCount(name, otherwise));
}
