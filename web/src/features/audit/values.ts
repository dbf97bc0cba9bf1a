import type { Values } from '@larksong/languages/format-message';

import { formatBytes } from '../../lib/bytes.ts';
import { formatList, formatMoment } from '../../lib/format.ts';
import { text } from '../../lib/texts.ts';

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
    name: findText(`audit.value-${toWords(name, '-')}`) ?? toWords(name, ' '),
    isId: name.endsWith('Id') || [old[name], now[name]].some(isIds),
    before: toText(old[name], name),
    after: toText(now[name], name),
  }));
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns whether a value is an id, or a list of them. */
function isIds(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isIds);
  return typeof value === 'string' && ID.test(value);
}

function toFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Returns `Video deleted` for `video.delete`; an action of another version as it is. */
export function toActionName(action: string): string {
  return findText(`audit.action-${action.replaceAll('.', '-')}`) ?? action;
}

/** Returns a message, or undefined for a name or a value that only another version knows. */
function findText(id: string, values?: Values): string | undefined {
  const found = text(id, values);
  return found === id ? undefined : found;
}

/** Returns `siteName` as `site name`. */
function toWords(name: string, between: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `${between}${letter.toLowerCase()}`);
}

function toText(value: unknown, name: string): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? text('audit.yes') : text('audit.no');
  if (typeof value === 'number' && name.endsWith('Bytes')) return formatBytes(value);
  if (typeof value === 'string' && name.endsWith('At')) return formatMoment(value);
  if (typeof value === 'string' && name === 'picture') return toPictureName(value);
  if (name === 'teacher') return toRights(value);
  if (Array.isArray(value)) return value.length === 0 ? null : formatList(value.map(toPart), 'unit');
  if (name === 'wanted') return toText(toFields(value)['visibility'], 'visibility');
  if (typeof value === 'string' && name === 'sign') return findText(`list-dialog.sign-${value}`) ?? value;
  if (typeof value === 'string' && NAMED_VALUES.has(name)) return findText(`audit.${name}-${value}`) ?? value;
  return toPart(value);
}

/** Values of closed lists. */
const NAMED_VALUES: ReadonlySet<string> = new Set([
  'approval',
  'comments',
  'fault',
  'game',
  'hue',
  'links',
  'mute',
  'registration',
  'role',
  'status',
  'type',
  'visibility',
  'visitors',
]);

/** Returns what a teacher may do: `yes, no approval needed`. */
function toRights(value: unknown): string {
  const { isTrusted, editsLetters, quotaBytes } = toFields(value);
  return formatList(
    [
      text('audit.yes'),
      ...(isTrusted === true ? [text('account.trusted')] : []),
      ...(editsLetters === true ? [text('account.edits-letters')] : []),
      ...(typeof quotaBytes === 'number' ? [text('account.space', { size: formatBytes(quotaBytes) })] : []),
    ],
    'unit',
  );
}

/** Returns `duck pond` for `/scenes/duck-pond.svg`; the path of an uploaded picture says nothing to people. */
function toPictureName(path: string): string {
  const [, scene] = /^\/scenes\/(.+)\.svg$/.exec(path) ?? [];
  if (scene === undefined) return text('audit.picture-uploaded');
  return findText(`audit.picture-${scene}`) ?? scene.replaceAll('-', ' ');
}

function toPart(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if ('label' in value) return String(value.label);
  if ('tagType' in value && 'tagValue' in value) {
    const [type, tag] = [String(value.tagType), String(value.tagValue)];
    return findText(`audit.tag-${type}`, { tag }) ?? `${type}: ${tag}`;
  }
  return JSON.stringify(value);
}
