import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage';

import type { Message, Token } from './format-message.ts';

const TYPES: readonly (string | undefined)[] = [undefined, 'number', 'plural', 'selectordinal', 'select'];
const TAG = /(<\/?\w+>)/;

/**
 * Compiles an ICU message: https://unicode-org.github.io/icu/userguide/format_parse/messages/. Throws a sentence if it is not
 * one, or uses dates and times, which are formatted before.
 */
export function compileMessage(text: string): Message {
  const tokens = compileTokens(compileMessageOrThrow(text));
  return tokens.length === 1 && typeof tokens[0] === 'string' ? tokens[0] : tokens;
}

function compileTokens(message: CompiledMessage, isInPlural = false): Token[] {
  return message.flatMap((token): Token[] => {
    if (typeof token === 'string') return token === '#' && isInPlural ? [['#']] : splitTags(token);
    const [name, type, format] = token;
    if (!TYPES.includes(type)) throw new Error(`A message cannot contain a ${type}; format it before.`);
    if (type === undefined) return [[name]];
    if (type === 'number') return [[name, type]];
    const cases = Object.entries(format as Record<string, CompiledMessage | undefined>) // as the compiler's types say
      .filter(([, tokens]) => Array.isArray(tokens))
      .map(([key, tokens = []]) => [toKey(key, type), compileTokens(tokens, type !== 'select')] as const);
    return [[name, type, Object.fromEntries(cases)]];
  });
}

/** The compiler writes the case `=0` as `0`. */
function toKey(key: string, type: string): string {
  return type !== 'select' && /^\d+$/.test(key) ? `=${key}` : key;
}

function splitTags(text: string): Token[] {
  return text
    .split(TAG)
    .filter((part) => part !== '')
    .map((part): Token => {
      if (!TAG.test(part)) return part;
      return [part.replaceAll(/[<>/]/g, ''), part.startsWith('</') ? '>' : '<'];
    });
}

/** Returns the names of a message's placeholders and elements, sorted. */
export function listPlaceholders(message: Message): string[] {
  const names = new Set<string>();
  const visit = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (typeof token === 'string') continue;
      const [name, type, cases] = token;
      if (name !== '#') names.add(type === '<' || type === '>' ? `<${name}>` : name);
      for (const inner of Object.values(cases ?? {})) visit(inner);
    }
  };
  if (typeof message !== 'string') visit(message);
  return [...names].toSorted();
}
