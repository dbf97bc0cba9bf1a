import type { Obstacle, PlannedFilm } from '@larksong/import';

import type { LocalFile } from './list-folder.ts';

const EVERY_MS = 10_000;
const OBSTACLES: Record<Obstacle, string> = {
  lost: 'The site does not respond. The import continues when it is back.',
  busy: 'The site is busy. The import continues shortly.',
  'read-only': 'The site is read-only at the moment. The import continues automatically afterwards.',
};

/** Reports the progress of an import every 10 s, and each reason for waiting once. */
export function createProgress(films: readonly PlannedFilm<LocalFile>[], note: (line: string) => void) {
  let done = 0;
  /** By the path of the film. */
  const sentBytes = new Map<string, number>();
  let waitsFor: Obstacle | undefined;
  let timer: NodeJS.Timeout | undefined;
  const totalBytes = films.reduce((sum, { file }) => sum + file.sizeBytes, 0);
  const toMegabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
  return {
    start: () => {
      timer = setInterval(() => {
        const sent = [...sentBytes.values()].reduce((sum, bytes) => sum + bytes, 0);
        note(
          `${done} of ${films.length} done, ${toMegabytes(sent)} of at most ${toMegabytes(totalBytes)} MB sent`,
        );
      }, EVERY_MS);
    },
    stop: () => clearInterval(timer),
    onDone: () => {
      done += 1;
    },
    onSent: (path: string, bytes: number) => {
      if (sentBytes.get(path) === bytes) return; // an attempt failed, so the obstacle remains
      sentBytes.set(path, bytes);
      waitsFor = undefined;
    },
    onObstacle: (obstacle: Obstacle) => {
      if (obstacle !== waitsFor) note(OBSTACLES[obstacle]);
      waitsFor = obstacle;
    },
  };
}
