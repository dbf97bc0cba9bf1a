import type { game } from '@larksong/contracts';

import { LETTER_ITSELF, listMedia, type MediaRow } from '../content/media-store.ts';
import type { Db } from '../db/tables.ts';
import { findSpokenLetters, type GameFolders } from './letter-names.ts';

type Media = Pick<
  game.AdminItem,
  'pictureSource' | 'soundSource' | 'soundState' | 'soundError' | 'soundReason'
>;

/** Returns the state of the picture and the sound of a name of a letter, or of the letter itself (`LETTER_ITSELF`). */
export type MediaOf = (categoryId: string, name: string) => Media;

/** Looks up the pictures and sounds of these letters: uploaded files take precedence over those in the folder. */
export async function describeMedia(
  deps: { db: Db } & GameFolders,
  categories: readonly { id: string; letter: string }[],
): Promise<MediaOf> {
  const letters = new Map(categories.map(({ id, letter }) => [id, letter]));
  const [rows, spoken, folders] = await Promise.all([
    listMedia(deps.db, [...letters.keys()]),
    findSpokenLetters(deps, letters.values()),
    Promise.all(
      [...letters].map(async ([id, letter]) => {
        const [pictures, sounds] = await Promise.all([
          deps.folder.listNames('Images', letter),
          deps.folder.listNames('Audio', letter),
        ]);
        return [id, { letter, pictures, sounds }] as const;
      }),
    ),
  ]);
  const placed = new Map(folders);
  const uploaded = Map.groupBy(rows, keyOf);
  return (categoryId, name) => {
    const own = uploaded.get(keyOf({ categoryId, name })) ?? [];
    const there = placed.get(categoryId);
    const sourceOf = (kind: 'picture' | 'sound', file: game.MediaSource | undefined) =>
      own.some((row) => row.kind === kind) ? 'upload' : (file ?? null);
    const inFolder = (names: Set<string> | undefined) => (names?.has(name) ? 'folder' : undefined);
    const soundSource = sourceOf(
      'sound',
      name === LETTER_ITSELF ? spoken.get(there?.letter ?? '') : inFolder(there?.sounds),
    );
    return {
      pictureSource: sourceOf('picture', inFolder(there?.pictures)),
      soundSource,
      ...stateOf(own, soundSource !== null),
    };
  };
}

function keyOf({ categoryId, name }: { categoryId: string; name: string }): string {
  return `${categoryId} ${name}`;
}

/** Returns the state of the latest upload, which says more than the sound that still plays. */
function stateOf(
  rows: MediaRow[],
  hasSound: boolean,
): Pick<Media, 'soundState' | 'soundError' | 'soundReason'> {
  const job = rows.find((row) => row.kind === 'job');
  if (!job) return { soundState: hasSound ? 'ready' : 'none', soundError: null, soundReason: null };
  return job.state === 'failed'
    ? { soundState: 'failed', soundError: job.error, soundReason: job.reason }
    : { soundState: 'preparing', soundError: null, soundReason: null };
}
