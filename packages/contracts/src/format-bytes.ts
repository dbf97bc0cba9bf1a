const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Formats bytes in decimal units, with one decimal below 100: `0 B`, `12.4 MB`, `310 MB`, `3 GB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (round(value) >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${round(value)} ${UNITS[unit]}`;
}

function round(value: number): number {
  return value < 99.95 ? Math.round(value * 10) / 10 : Math.round(value);
}
