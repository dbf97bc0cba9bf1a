/** A quality of the stream: its name (`480p`, by the shorter side) and its index in hls.js. */
export interface Quality {
  name: string;
  index: number;
}

interface Level {
  width: number;
  height: number;
  bitrate: number;
}

/** Returns the qualities of a stream from best to worst; levels of the same name become one. */
export function toQualities(levels: readonly Level[]): Quality[] {
  const named = levels.map((level, index) => ({ name: toName(level), index, bitrate: level.bitrate }));
  const best = named.toSorted((one, other) => other.bitrate - one.bitrate);
  return best
    .filter((quality, at) => best.findIndex(({ name }) => name === quality.name) === at)
    .map(({ name, index }) => ({ name, index }));
}

/**
 * Returns the quality for a remembered name: the same, otherwise the best below it, otherwise the worst; null for auto.
 */
export function findQuality(qualities: readonly Quality[], remembered: string | null): Quality | null {
  if (remembered === null || qualities.length === 0) return null;
  const lines = Number.parseInt(remembered, 10);
  return (
    qualities.find(({ name }) => name === remembered) ??
    qualities.find(({ name }) => Number.parseInt(name, 10) <= lines) ??
    qualities.at(-1) ??
    null
  );
}

/** Returns the name of a level: its shorter side, for example `720p`, or its bit rate if the size is unknown. */
export function toName(level: Level): string {
  const shorter = Math.min(level.width, level.height);
  return shorter > 0 ? `${shorter}p` : `${Math.round(level.bitrate / 1000)} kbit/s`;
}
