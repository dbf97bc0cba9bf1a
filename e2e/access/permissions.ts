import type { catalog, Endpoint, ErrorCode } from '@larksong/contracts';

/**
 * `uploader` uploaded videos and is no longer a superadmin; `named` is the user of the private ones among them; `teacher`
 * has no videos; `owner` is the teacher whose videos the others are.
 */
export const CALLERS = ['visitor', 'member', 'named', 'uploader', 'teacher', 'owner', 'superadmin'] as const;
export type Caller = (typeof CALLERS)[number];

/** `playable` is still being transcoded, but its beginning can be watched. */
export const STATES = ['processing', 'playable', 'completed', 'failed'] as const;
export type State = (typeof STATES)[number];

/** `OK` means success; anything else is the error code. */
export type Outcome = 'OK' | ErrorCode;

/**
 * Part of a video that is requested: its page, its entry in lists, its stream, its pictures and subtitles; `watch`
 * means that it can be opened and liked, which makes no sense once it has failed.
 */
export type Aspect = 'page' | 'list' | 'stream' | 'pictures' | 'watch';

type OpenTo = 'everybody' | 'owners' | 'nobody';

const WHOLE: Record<Aspect, OpenTo> = {
  page: 'everybody',
  list: 'everybody',
  stream: 'everybody',
  pictures: 'everybody',
  watch: 'everybody',
};

/** Callers to whom each aspect is open in each state, if they may see the video. */
const OPEN: Record<State, Record<Aspect, OpenTo>> = {
  processing: { ...WHOLE, list: 'nobody', stream: 'nobody' },
  playable: WHOLE,
  completed: WHOLE,
  failed: { page: 'owners', list: 'nobody', stream: 'nobody', pictures: 'nobody', watch: 'nobody' },
};

export interface VideoKind {
  state: State;
  /** Of a video that has not been approved yet, the wanted one. */
  visibility: catalog.Visibility;
  /** Of a video of `owner`; missing for those of `uploader`, which need none. `widening`: a wider visibility waits. */
  approval?: 'approved' | 'waiting' | 'sent_back' | 'widening';
}

/** Returns whether a caller uploaded the video. */
function isUploader(caller: Caller, { approval }: VideoKind): boolean {
  return caller === (approval === undefined ? 'uploader' : 'owner');
}

/** Returns whether a caller may see a video (specification section 5), regardless of its state. */
function sees(caller: Caller, video: VideoKind): boolean {
  if (caller === 'superadmin' || isUploader(caller, video)) return true;
  if (video.approval === 'waiting' || video.approval === 'sent_back') return false;
  // A private video of a teacher is for that teacher alone.
  if (video.visibility === 'private') return caller === 'named' && video.approval === undefined;
  return video.visibility === 'public' || caller !== 'visitor';
}

/** Returns whether a caller may use an aspect of a video. */
export function isOpen(caller: Caller, video: VideoKind, aspect: Aspect): boolean {
  const to = OPEN[video.state][aspect];
  if (to === 'nobody' || !sees(caller, video)) return false;
  return to === 'everybody' || caller === 'superadmin' || isUploader(caller, video);
}

/** Returns the outcome of a call for a caller and, in lines about videos, a video. */
export type Rule = (caller: Caller, video: VideoKind) => Outcome;

export const anyone =
  (outcome: Outcome = 'OK'): Rule =>
  () =>
    outcome;

export const members =
  (outcome: Outcome = 'OK'): Rule =>
  (caller) =>
    caller === 'visitor' ? 'UNAUTHENTICATED' : outcome;

export const superadmins =
  (outcome: Outcome = 'OK'): Rule =>
  (caller) => {
    if (caller === 'visitor') return 'UNAUTHENTICATED';
    return caller === 'superadmin' ? outcome : 'FORBIDDEN';
  };

/** Superadmins and teachers, in calls about themselves and their uploads. */
export const staff =
  (outcome: Outcome = 'OK'): Rule =>
  (caller, video) =>
    isTeacher(caller) ? outcome : superadmins(outcome)(caller, video);

function isTeacher(caller: Caller): boolean {
  return caller === 'teacher' || caller === 'owner';
}

/** The states of videos after calls that run earlier, as far as they have changed. */
export type Changed = Partial<Record<State, State>>;

/** Superadmins, and teachers for their own videos. */
export const editors =
  (outcome: Outcome = 'OK', changed: Changed = {}): Rule =>
  (caller, video) => {
    const now = { ...video, state: changed[video.state] ?? video.state };
    if (isTeacher(caller) && isUploader(caller, video)) return outcome;
    if (isTeacher(caller) && !isOpen(caller, now, 'page')) return 'VIDEO_NOT_FOUND';
    return superadmins(outcome)(caller, video);
  };

/** Callers who may see the page; for all others the video does not exist. */
export const viewers: Rule = (caller, video) => (isOpen(caller, video, 'page') ? 'OK' : 'VIDEO_NOT_FOUND');

/** Callers who may watch the video, or may do so once it is ready. */
export const watchers: Rule = (caller, video) => (isOpen(caller, video, 'watch') ? 'OK' : 'VIDEO_NOT_FOUND');

export const signedInWatchers: Rule = (caller, video) =>
  caller === 'visitor' ? 'UNAUTHENTICATED' : watchers(caller, video);

/** Signed-in callers who may open the page. */
export const signedInViewers: Rule = (caller, video) =>
  caller === 'visitor' ? 'UNAUTHENTICATED' : viewers(caller, video);

/** Editors, and only while the video is in one of these states. */
export const editorsWhile =
  (states: readonly State[], otherwise: Outcome, changed: Changed = {}): Rule =>
  (caller, video) =>
    editors(states.includes(video.state) ? 'OK' : otherwise, changed)(caller, video);

/** A call that succeeds once: of the callers who may make it, all but the first get `afterwards`. */
export const once =
  (rule: Rule, afterwards: Outcome): Rule =>
  (caller, video) => {
    const outcome = rule(caller, video);
    const earlier = CALLERS.slice(0, CALLERS.indexOf(caller));
    return outcome === 'OK' && earlier.some((other) => rule(other, video) === 'OK') ? afterwards : outcome;
  };

/** Input for a call. */
export interface Subject {
  caller: Caller;
  /** Id of the cell's video; an unused id in lines that are not about videos. */
  id: string;
}

export interface Line {
  endpoint: Endpoint;
  /** `video`: the line is checked for every state and visibility, otherwise once per caller. */
  about: 'video' | 'site';
  expected: Rule;
  toInput: (subject: Subject) => unknown;
}
