import { kindOfValue } from '@larksong/contracts';

import { formatBytes } from '../bytes.ts';
import { formatDate, formatDuration, formatList, formatWait } from '../format.ts';
import { findText } from '../texts.ts';

type ServerValue = string | number | string[] | string[][];
export type ServerValues = Readonly<Record<string, ServerValue>>;

/** Returns values as texts in the reader's language; numbers stay, since messages choose by them. */
export function showValues(values: ServerValues): Record<string, string | number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, showValue(name, value)]));
}

function showValue(name: string, value: ServerValue): string | number {
  const kind = kindOfValue(name);
  if (Array.isArray(value)) return formatList(value.map((item) => showItem(kind, item)));
  if (typeof value === 'string') return kind === 'date' ? formatDate(value) : value;
  if (kind === 'bytes' || kind === 'memory') return formatBytes(value);
  if (kind === 'duration') return formatWait(value);
  return kind === 'length' ? formatDuration(value) : value;
}

function showItem(kind: ReturnType<typeof kindOfValue>, item: string | string[]): string {
  if (Array.isArray(item)) {
    const [head = '', ...members] = item;
    return members.length === 0 ? head : `${head} (${formatList(members)})`;
  }
  const part = item === '' ? 'deleted-account' : item;
  const isPart = kind === 'parts' || item === '';
  return (isPart ? findText(`findings.part.${part}`, {}) : undefined) ?? item;
}
