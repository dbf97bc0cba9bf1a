/** Returns names in a sentence: `a`, `a and b`, `a, b and c`. */
export function joinNames(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}

const GIB = 1024 ** 3;

/** Returns a size of memory in GiB or MiB, as limits are set, with one digit where it is small. */
export function formatMemory(bytes: number): string {
  const isLarge = bytes >= GIB;
  const value = bytes / (isLarge ? GIB : GIB / 1024);
  return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} ${isLarge ? 'GiB' : 'MiB'}`;
}

/** Returns a time in seconds, minutes, hours or days, rounded down. */
export function formatTime(seconds: number): string {
  const units: [number, string][] = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ];
  const [size, name] = units.find(([each]) => seconds >= 2 * each) ?? [1, 'second'];
  const count = Math.floor(seconds / size);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** Returns a length in seconds as on the site, for example `3:12`. */
export function formatLength(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
