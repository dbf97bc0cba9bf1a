import { formatBytes, kindOfValue, type ValueKind, type Values } from '@larksong/contracts';
import { PARTS } from '@larksong/contracts/sentences';
import { compileMessage, formatMessage, type Message } from '@larksong/languages';

import { formatLength, formatMemory, formatTime, joinNames } from './in-english.ts';

const compiled = new Map<string, Message>();

/** Returns an ICU message in English with its values. Throws if the message is not valid. */
export function say(message: string, values: Values = {}): string {
  const ready = compiled.get(message) ?? compileMessage(message);
  compiled.set(message, ready);
  const shown = Object.entries(values).map(([name, value]) => [name, show(name, value)]);
  return formatMessage(ready, Object.fromEntries(shown), 'en');
}

function show(name: string, value: Values[string]): string | number {
  if (typeof value === 'object') return joinNames(value.map((entry) => showEntry(entry, kindOfValue(name))));
  switch (kindOfValue(name)) {
    case 'bytes':
      return formatBytes(Number(value));
    case 'memory':
      return formatMemory(Number(value));
    case 'duration':
      return formatTime(Number(value));
    case 'length':
      return formatLength(Number(value));
    case 'date':
      return String(value).slice(0, 10);
    default:
      return value;
  }
}

/** Returns a name of a list, or the words for a part; a group is its first name, with the others in brackets. */
function showEntry(entry: string | string[], kind: ValueKind): string {
  if (typeof entry === 'object') return `${entry[0]} (${joinNames(entry.slice(1))})`;
  if (entry === '') return PARTS['deleted-account'];
  return kind === 'parts' && Object.hasOwn(PARTS, entry) ? PARTS[entry as keyof typeof PARTS] : entry;
}
