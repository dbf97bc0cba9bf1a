import { catalog } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { queryKeyOf } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { applyStep, type Step } from './song-steps.ts';
import { refreshLists } from './change-lists.ts';

/** The user's changes to the songs of a list. */
export interface Work {
  /** Steps that the server has not confirmed yet, in order; the page shows the list as if it had. */
  steps: readonly Step[];
  /** The newest version that contains no change by others that the user was not told about. */
  version: number | null;
  /** The last step was not kept, for this reason. */
  failure: unknown;
  isChangedElsewhere: boolean;
}

const NONE: Work = { steps: [], version: null, failure: null, isChangedElsewhere: false };
const works = new Map<string, Store<Work>>();
/** Ends when the last step of a list has been answered: each counts from where the one before led. */
const queues = new Map<string, Promise<unknown>>();

/** Returns the changes to a list, which outlive its page: a step may be undone from another one. */
export function workOn(id: string): Store<Work> {
  const work = works.get(id) ?? createStore(NONE);
  works.set(id, work);
  return work;
}

function update(id: string, changes: Partial<Work>): void {
  const work = workOn(id);
  work.set({ ...work.get(), ...changes });
}

/** Forgets what the page has said about the list, when it is opened. Steps in progress stay. */
export function startWork(id: string): void {
  update(id, { version: null, failure: null, isChangedElsewhere: false });
}

/** Compares a version from the server with the one that the user knows, and remembers that somebody else made it. */
export function noticeVersion(id: string, version: number): void {
  const { version: known, steps } = workOn(id).get();
  // While a step is on its way, its answer says more.
  if (steps.length > 0 || version === known) return;
  update(id, { version, isChangedElsewhere: known !== null && version > known });
}

/**
 * Changes the songs of a list: at once on the page, and then on the server. Rejects if the server refuses; the page then
 * shows the list as it was.
 */
export async function changeSongs(id: string, step: Step): Promise<void> {
  const { steps } = workOn(id).get();
  update(id, { steps: [...steps, step], failure: null, isChangedElsewhere: false });
  const before = queues.get(id) ?? Promise.resolve();
  const sent = before.catch(() => {}).then(() => sendStep(id, step));
  queues.set(id, sent);
  try {
    keepStep(id, step, await sent);
  } catch (failure) {
    update(id, { failure });
    throw failure;
  } finally {
    update(id, {
      steps: workOn(id)
        .get()
        .steps.filter((other) => other !== step),
    });
    await refreshAfter(id, sent);
  }
}

async function sendStep(id: string, step: Step): Promise<number> {
  const params = { id, videoId: step.video.id };
  if (step.kind === 'remove') return (await call(catalog.removeSong, { params })).data.version;
  const { after } = step;
  if (step.kind === 'move') return (await call(catalog.moveSong, { params, body: { after } })).data.version;
  return (await call(catalog.addSongs, { params: { id }, body: { videoIds: [params.videoId], after } })).data
    .version;
}

/** Makes a confirmed step part of the list, which may have changed otherwise, too. */
function keepStep(id: string, step: Step, version: number): void {
  const key = queryKeyOf(catalog.getSongList, { params: { id } });
  void queryClient.cancelQueries({ queryKey: key }); // an answer in flight may be older than the step
  queryClient.setQueryData<{ list: catalog.SongList }>(key, (data) =>
    data ? { list: { ...data.list, songs: applyStep(data.list.songs, step), version } } : data,
  );
  const { version: known } = workOn(id).get();
  update(id, { version, isChangedElsewhere: known !== null && version > known + 1 });
}

/** Reads the list again once no further step is on its way: numbers, covers, and what others changed. */
async function refreshAfter(id: string, sent: Promise<unknown>): Promise<void> {
  if (queues.get(id) !== sent) return;
  queues.delete(id);
  await refreshLists();
}

/** Makes a version known that another change by the user led to. */
export function noteOwnVersion(id: string, version: number): void {
  update(id, { version, failure: null, isChangedElsewhere: false });
}
