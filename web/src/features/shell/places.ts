/** Where the router keeps the places on pages, by the keys of history entries. */
export const PLACES_KEY = 'places';

/** Returns the place at which a history entry was left, in pixels; undefined if it is not known. */
export function readPlace(key: string): number | undefined {
  try {
    const places: unknown = JSON.parse(sessionStorage.getItem(PLACES_KEY) ?? 'null');
    if (typeof places !== 'object' || places === null) return undefined;
    const place: unknown = Reflect.get(places, key);
    return typeof place === 'number' ? place : undefined;
  } catch {
    return undefined; // storage is forbidden
  }
}
