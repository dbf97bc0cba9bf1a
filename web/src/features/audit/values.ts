/** A value before and after a change; null if it was absent. */
export interface ChangedValue {
  name: string;
  before: string | null;
  after: string | null;
}

/** Returns the recorded values of a change, one for each name. */
export function listValues(before: unknown, after: unknown): ChangedValue[] {
  const [old, now] = [toFields(before), toFields(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].map((name) => ({
    name: toWords(name),
    before: toText(old[name]),
    after: toText(now[name]),
  }));
}

function toFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Returns `privateUserId` as `private user id`. */
function toWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function toText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(toPart).join(', ');
  return toPart(value);
}

function toPart(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if ('tagType' in value && 'tagValue' in value) return `${String(value.tagType)}: ${String(value.tagValue)}`;
  return JSON.stringify(value);
}
