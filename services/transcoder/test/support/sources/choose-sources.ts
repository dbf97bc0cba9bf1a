import { readCount } from '@larksong/service-kit/testing/random';

/** Returns the seed of all sources: `SEED`, or the same one each time. */
export function seedOfSources(otherwise: number): number {
  return readCount('SEED', otherwise);
}

/** Returns the numbers of the sources to try: those in `SOURCES`, such as `7,30-39`, or the first `count`. */
export function numbersOfSources(count: number): number[] {
  return (process.env['SOURCES'] ?? `0-${count - 1}`).split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}
