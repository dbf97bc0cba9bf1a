import type { Language } from '@larksong/contracts';

/**
 * A message as `compile-message.ts` makes it: texts, values as `[name]` (`[name, 'number']` with separators of thousands),
 * choices as `[name, type, cases]`, and `[name, '<']` or `[name, '>']` for the beginning and end of an element.
 */
export type Message = string | readonly Token[];
export type Token =
  | string
  | readonly [name: string, type?: string, cases?: Readonly<Record<string, readonly Token[]>>];

/** The messages of some screens, by their ids. */
export type Catalogue = Readonly<Record<string, Message>>;

/** What replaces the placeholders of a message. Dates are formatted before. */
export type Values = Readonly<Record<string, string | number>>;

/** The beginning or end of an element in a message, such as `<link>`. */
export class Tag {
  readonly name: string;
  readonly isEnd: boolean;

  constructor(name: string, isEnd: boolean) {
    this.name = name;
    this.isEnd = isEnd;
  }
}

/** Returns a message with its values as a text. */
export function formatMessage(message: Message, values: Values, language: Language): string {
  if (typeof message === 'string') return message;
  return listParts<never>(message, values, language)
    .map((part) => (part instanceof Tag ? '' : part))
    .join('');
}

/** Returns the parts of a message in their order; values other than texts and numbers stay as they are. */
export function listParts<T>(
  message: Message,
  values: Readonly<Record<string, string | number | T>>,
  language: Language,
): (string | T | Tag)[] {
  if (typeof message === 'string') return [message];
  return message.flatMap((token): (string | T | Tag)[] => {
    if (typeof token === 'string') return [token];
    const [name, type, cases] = token;
    if (type === '<' || type === '>') return [new Tag(name, type === '>')];
    // A placeholder that nothing replaces is seen, not lost.
    const value = values[name] ?? `{${name}}`;
    if (cases)
      return listParts(choose(cases, { value, type, language }), { ...values, '#': value }, language);
    return [typeof value === 'number' ? formatNumber(value, language, type) : value];
  });
}

interface Choice {
  value: unknown;
  type: string | undefined;
  language: Language;
}

function choose(
  cases: Readonly<Record<string, readonly Token[]>>,
  { value, type, language }: Choice,
): readonly Token[] {
  const exact = type === 'select' ? String(value) : `=${String(value)}`;
  const found = Object.hasOwn(cases, exact) ? cases[exact] : undefined;
  if (found || type === 'select') return found ?? cases['other'] ?? [];
  const rules = pluralRules(language, type === 'selectordinal' ? 'ordinal' : 'cardinal');
  return cases[rules.select(Number(value))] ?? cases['other'] ?? [];
}

const rulesByKey = new Map<string, Intl.PluralRules>();

function pluralRules(language: Language, type: Intl.PluralRuleType): Intl.PluralRules {
  const key = `${language} ${type}`;
  const rules = rulesByKey.get(key) ?? new Intl.PluralRules(language, { type });
  rulesByKey.set(key, rules);
  return rules;
}

/** In English, a number has separators only where its message asks for them; other languages always have theirs. */
function formatNumber(value: number, language: Language, type: string | undefined): string {
  return language === 'en' && type !== 'number' ? String(value) : value.toLocaleString(language);
}
