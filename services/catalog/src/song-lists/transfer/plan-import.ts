import { catalog } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';

import { toLook } from '../fields.ts';
import type { ListLook } from '../store.ts';
import { knownLook, type FiledList, type FiledSong } from './list-file.ts';
import type { KnownSong } from './transfer-store.ts';

export interface PlannedList {
  look: ListLook;
  videoIds: string[];
}

export interface ImportPlan {
  lists: PlannedList[];
  /** A sentence for each list and each of its songs, in the order of the file. */
  lines: string[];
}

/**
 * Plans which lists are added for an owner who has some already, with the songs that this site knows. A list of a name
 * that the owner has is left out, so that an import can be repeated.
 */
export function planImport(
  filed: FiledList[],
  site: { songs: KnownSong[]; names: string[]; room: number },
): ImportPlan {
  const names = new Set(site.names);
  const plan: ImportPlan = { lists: [], lines: [] };
  for (const list of filed) {
    const refusal = findRefusal(list, { names, isFull: plan.lists.length >= site.room });
    if (refusal !== undefined) plan.lines.push(`"${list.name}" is left out: ${refusal}`);
    else {
      const { planned, lines } = planList(list, site.songs);
      names.add(planned.look.name);
      plan.lists.push(planned);
      plan.lines.push(...lines);
    }
  }
  return plan;
}

function findRefusal(
  list: FiledList,
  { names, isFull }: { names: Set<string>; isFull: boolean },
): string | undefined {
  try {
    const { name } = toLookOf(list);
    if (name.length > catalog.MAX_LIST_NAME) return 'its name is too long.';
    if (names.has(name)) return 'there is a list of this name already.';
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  return isFull ? 'there would be too many lists.' : undefined;
}

function toLookOf(list: FiledList): ListLook {
  const { name, description, letters } = list;
  return toLook({
    ...{ name, description: description.slice(0, catalog.MAX_LIST_DESCRIPTION), letters },
    ...knownLook(list),
  });
}

function planList(list: FiledList, known: KnownSong[]): { planned: PlannedList; lines: string[] } {
  const look = toLookOf(list);
  const videoIds: string[] = [];
  const lines = list.songs.map((song, index) => {
    const { id, sentence } = findSong(song, known);
    const place = `  ${index + 1}. "${song.title}"`;
    if (id === undefined) return `${place} is left out: ${sentence}`;
    if (videoIds.includes(id)) return `${place} is left out: it is in the list already.`;
    if (videoIds.length === catalog.MAX_LIST_SONGS) return `${place} is left out: the list is full.`;
    videoIds.push(id);
    return `${place} ${sentence}`;
  });
  const head = `"${look.name}" is added with ${videoIds.length} of ${list.songs.length} songs.`;
  return { planned: { look, videoIds }, lines: [head, ...lines] };
}

function findSong(
  { title, hash }: FiledSong,
  known: KnownSong[],
): { id: string | undefined; sentence: string } {
  const same = hash === null ? undefined : known.find((one) => one.hash === hash);
  if (same) {
    const isRenamed = same.title !== title;
    return { id: same.id, sentence: isRenamed ? `is "${same.title}" here.` : 'is found by its file.' };
  }
  const [first, ...others] = known.filter((one) => one.title === title);
  if (!first) return { id: undefined, sentence: 'this site does not have it.' };
  if (others.length > 0)
    return {
      id: undefined,
      sentence: `${others.length + 1} songs here have this title, and none has its file.`,
    };
  return { id: first.id, sentence: 'is found by its title.' };
}
