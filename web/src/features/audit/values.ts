import { formatBytes } from '@larksong/contracts';

import { formatMoment } from '../../lib/format.ts';

/** A value before and after a change; null if it was absent. */
export interface ChangedValue {
  name: string;
  /** Whether only an id tells the value, which says little to people. */
  isId: boolean;
  before: string | null;
  after: string | null;
}

/** Returns the recorded values of a change, one for each name. */
export function listValues(before: unknown, after: unknown): ChangedValue[] {
  const [old, now] = [toFields(before), toFields(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].map((name) => ({
    name: WORDS[name] ?? toWords(name),
    isId: name.endsWith('Id'),
    before: toText(old[name], name),
    after: toText(now[name], name),
  }));
}

function toFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Names of values whose own words would puzzle people. */
const WORDS: Readonly<Record<string, string>> = {
  deletesVideos: 'with all videos',
  hue: 'colour',
  isDisabled: 'disabled',
  isReadOnly: 'read-only',
  isShown: 'shown above the songs',
  privateUserId: 'who may watch',
  publicUrl: 'address of the site',
  sizeBytes: 'size',
  storageFolder: 'folder for videos',
  uploaderId: 'uploaded by',
};

/** Returns `siteName` as `site name`. */
function toWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function toText(value: unknown, name: string): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && name.endsWith('Bytes')) return formatBytes(value);
  if (typeof value === 'string' && name.endsWith('At')) return formatMoment(value);
  if (typeof value === 'string' && name === 'picture') return toPictureName(value);
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(toPart).join(', ');
  return toPart(value);
}

/** Returns `duck pond` for `/scenes/duck-pond.svg`; the path of an uploaded picture says nothing to people. */
function toPictureName(path: string): string {
  const [, scene] = /^\/scenes\/(.+)\.svg$/.exec(path) ?? [];
  return scene?.replaceAll('-', ' ') ?? 'an uploaded picture';
}

function toPart(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if ('tagType' in value && 'tagValue' in value) return `${String(value.tagType)}: ${String(value.tagValue)}`;
  return JSON.stringify(value);
}
