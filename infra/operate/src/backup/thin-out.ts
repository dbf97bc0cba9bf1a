/** Numbers of restore points that are kept. */
const NEWEST = 3;
const DAYS = 7;

/**
 * Returns which restore points to keep, of all by their names, which begin with their days: the newest, and the first one of
 * each of the latest days that have any. The first one of a day predates any problem of that day, however often an
 * update was tried afterwards.
 */
export function thinOut(ids: readonly string[]): string[] {
  const sorted = ids.toSorted();
  const dayOf = (id: string) => id.slice(0, 'YYYY-MM-DD'.length);
  const days = [...new Set(sorted.map(dayOf))].slice(-DAYS);
  const firsts = days.map((day) => sorted.find((id) => dayOf(id) === day));
  return sorted.filter((id) => firsts.includes(id) || sorted.slice(-NEWEST).includes(id));
}
