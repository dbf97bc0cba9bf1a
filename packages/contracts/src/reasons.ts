import { ERRORS, type ErrorCode } from './errors.ts';
import { formatBytes } from './format-bytes.ts';
import { ACCOUNT_REASONS } from './reasons/accounts.ts';
import { COMMENT_REASONS } from './reasons/comments.ts';
import { GAME_REASONS } from './reasons/game.ts';
import { IMPORT_REASONS } from './reasons/imports.ts';
import { LIST_LINK_REASONS } from './reasons/list-links.ts';
import { NEST_REASONS } from './reasons/nests.ts';
import { PACKED_FILE_REASONS } from './reasons/packed-files.ts';
import { PARTICIPATION_REASONS } from './reasons/participation.ts';
import { PEOPLE_REASONS } from './reasons/people.ts';
import { SITE_REASONS } from './reasons/site.ts';
import { SONG_LIST_REASONS } from './reasons/song-lists.ts';
import { VIDEO_REASONS } from './reasons/videos.ts';

/**
 * The closed list of reasons why something is refused or left out, each with its English message: the only place of
 * these sentences. Placeholders are `{name}`, `{name, number}` for a number with separators, or `{nameBytes}` for a size.
 * Clients translate a reason by its id, so an id keeps its meaning.
 */
export const REASONS = {
  ...SITE_REASONS,
  ...ACCOUNT_REASONS,
  ...VIDEO_REASONS,
  ...GAME_REASONS,
  ...PACKED_FILE_REASONS,
  ...IMPORT_REASONS,
  ...PEOPLE_REASONS,
  ...SONG_LIST_REASONS,
  ...LIST_LINK_REASONS,
  ...NEST_REASONS,
  ...COMMENT_REASONS,
  ...PARTICIPATION_REASONS,
} as const;

/** A reason of the list, or `code.` and the code of a failure that has no other reason. */
export type Reason = keyof typeof REASONS | `code.${ErrorCode}`;

/** What a message shows, by the names of its placeholders: sizes in bytes, moments in ISO 8601. */
export type ReasonValues = Record<string, string | number>;

/** Why something is refused or left out, for programs (`reason`, `values`) and as the English sentence. */
export interface Explanation {
  reason: Reason;
  /** Missing if the message has no placeholders. */
  values?: ReasonValues;
  message: string;
}

type Placeholder<Message extends string> = Message extends `${string}{${infer Inside}}${infer Rest}`
  ? Inside | Placeholder<Rest>
  : never;
type ValueOf<P extends string> = P extends `${string}, number` | `${string}Bytes` ? number : string | number;
type NameOf<P extends string> = P extends `${infer Name}, ${string}` ? Name : P;
type Given<Message extends string> = [Placeholder<Message>] extends [never]
  ? []
  : [values: { [P in Placeholder<Message> as NameOf<P>]: ValueOf<P> }];

/** Returns the explanation for a reason. The web build adds the message as the third argument: it has no list. */
export function because<R extends keyof typeof REASONS>(
  reason: R,
  ...given: Given<(typeof REASONS)[R]>
): Explanation;
export function because(
  reason: keyof typeof REASONS,
  values?: ReasonValues,
  message: string = REASONS[reason],
): Explanation {
  return values ? { reason, values, message: fillMessage(message, values) } : { reason, message };
}

/** Returns an English message with its values. */
function fillMessage(message: string, values: ReasonValues): string {
  return message.replaceAll(/\{(\w+)(, number)?\}/g, (_, name: string, isNumber?: string) => {
    const value = values[name] ?? '';
    if (typeof value === 'string') return value;
    if (name.endsWith('Bytes')) return formatBytes(value);
    return isNumber === undefined ? String(value) : value.toLocaleString('en');
  });
}

/** Returns the English messages of all reasons, by their ids: what a translation must contain. */
export function listMessages(): Record<string, string> {
  const codes = Object.entries(ERRORS).map(([code, { message }]) => [`code.${code}`, message]);
  return { ...REASONS, ...Object.fromEntries(codes) };
}
