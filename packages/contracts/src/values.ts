import { Type, type Static } from 'typebox';

/**
 * The values of a sentence by the names of its placeholders. Whoever shows it formats them in the reader's language, as
 * the end of the name says (`kindOfValue`).
 */
export const Values = Type.Record(
  Type.String(),
  Type.Union([
    Type.String(),
    Type.Number(),
    Type.Array(Type.String()),
    Type.Array(Type.Array(Type.String())),
  ]),
);
export type Values = Static<typeof Values>;

/** The ends of names, and how their values are shown: a limit of memory in GiB, a length as 3:12. */
const KINDS = {
  MemoryBytes: 'memory',
  Bytes: 'bytes',
  Seconds: 'duration',
  Length: 'length',
  At: 'date',
  Names: 'names',
  Parts: 'parts',
  Groups: 'groups',
} as const;
type Kinds = typeof KINDS;
export type ValueKind = Kinds[keyof Kinds] | 'plain';

/**
 * Returns how the value of a placeholder is shown: `memory` and `bytes` are bytes in binary or decimal units, `duration`
 * and `length` are seconds in words or as m:ss, `date` is a time of which the day counts, `names` are a list, in which an
 * empty one is that of a deleted account, `parts` a list of `PARTS`, and `groups` a list of names, each with a list.
 */
export function kindOfValue(name: string): ValueKind {
  const end = Object.keys(KINDS).find((each) => name.endsWith(each));
  return end === undefined ? 'plain' : KINDS[end as keyof Kinds];
}

/** The type of the value of a placeholder. */
type ValueOf<Name extends string> = Name extends `${string}${'Bytes' | 'Seconds' | 'Length' | 'Count'}`
  ? number
  : Name extends `${string}${'Names' | 'Parts'}`
    ? string[]
    : Name extends `${string}Groups`
      ? string[][]
      : Name extends `${string}At`
        ? string
        : string | number;

/** Values for all placeholders of a message, or of several: a missing, misspelt or surplus one does not compile. */
export type ValuesOf<Message extends string> = { [Name in PlaceholderIn<Message>]: ValueOf<Name> };

/** In messages, a branch follows its name without a space (`one{…}`), unlike a placeholder. */
type PlaceholderIn<Message extends string> = Message extends `${infer Before}{${infer After}`
  ? (Before extends `${string}${Letter}` ? never : BeginOf<After>) | PlaceholderIn<After>
  : never;

type BeginOf<Text extends string> = Text extends `${infer Inside}}${string}`
  ? Inside extends `${infer Name},${string}`
    ? Name
    : Inside
  : never;

type Letter = CharacterOf<'abcdefghijklmnopqrstuvwxyz0123456789'>;
type CharacterOf<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? First | CharacterOf<Rest>
  : never;
