/** One quality that the stream offers: its name (`480p`, by the shorter side) and hls.js's index of it. */
export interface Quality {
  name: string;
  index: number;
}

interface Level {
  width: number;
  height: number;
  bitrate: number;
}

/** The qualities of a stream from the best to the least; levels of the same name are one. */
export function toQualities(levels: readonly Level[]): Quality[] {
  const named = levels.map((level, index) => ({ name: toName(level), index, bitrate: level.bitrate }));
  const best = named.toSorted((one, other) => other.bitrate - one.bitrate);
  return best
    .filter((quality, at) => best.findIndex(({ name }) => name === quality.name) === at)
    .map(({ name, index }) => ({ name, index }));
}

/** The quality to play for a remembered wish: the same, else the best below it, else the least; null for auto. */
export function findQuality(qualities: readonly Quality[], wish: string | null): Quality | null {
  if (wish === null || qualities.length === 0) return null;
  const lines = Number.parseInt(wish, 10);
  return (
    qualities.find(({ name }) => name === wish) ??
    qualities.find(({ name }) => Number.parseInt(name, 10) <= lines) ??
    qualities.at(-1) ??
    null
  );
}

export function toName(level: Level): string {
  const shorter = Math.min(level.width, level.height);
  return shorter > 0 ? `${shorter}p` : `${Math.round(level.bitrate / 1000)} kbit/s`;
}

/** The first entry of the quality menu, with what plays at the moment. */
export function toAutoLabel(playing: string | null): string {
  return playing === null ? 'Auto' : `Auto (${playing})`;
}
