import type { catalog, Endpoint, ErrorCode } from '@larksong/contracts';

/**
 * `uploader` uploaded the videos and is no longer a superadmin; `named` is the user of the private ones; `teacher` has no
 * videos.
 */
export const CALLERS = ['visitor', 'member', 'named', 'uploader', 'teacher', 'superadmin'] as const;
export type Caller = (typeof CALLERS)[number];

/** `playable` is still being transcoded, but its beginning can be watched. */
export const STATES = ['processing', 'playable', 'completed', 'failed'] as const;
export type State = (typeof STATES)[number];

/** `OK` means success; anything else is the error code. */
export type Outcome = 'OK' | ErrorCode;

type ByCaller<Value> = Record<Caller, Value>;

/** Callers who may see a video (specification section 5), regardless of its state. */
const SEES: Record<catalog.Visibility, ByCaller<boolean>> = {
  public: { visitor: true, member: true, named: true, uploader: true, teacher: true, superadmin: true },
  registered: { visitor: false, member: true, named: true, uploader: true, teacher: true, superadmin: true },
  private: { visitor: false, member: false, named: true, uploader: true, teacher: false, superadmin: true },
};

const EVERYBODY: ByCaller<boolean> = SEES.public;
const NOBODY: ByCaller<boolean> = {
  visitor: false,
  member: false,
  named: false,
  uploader: false,
  teacher: false,
  superadmin: false,
};
const OWNERS: ByCaller<boolean> = { ...NOBODY, uploader: true, superadmin: true };

/**
 * Part of a video that is requested: its page, its entry in lists, its stream, its pictures and subtitles; `watch`
 * means that it can be opened and liked, which makes no sense once it has failed.
 */
export type Aspect = 'page' | 'list' | 'stream' | 'pictures' | 'watch';

/** Callers to whom each aspect is open in each state, if they may see the video. */
const OPEN: Record<State, Record<Aspect, ByCaller<boolean>>> = {
  processing: { page: EVERYBODY, list: NOBODY, stream: NOBODY, pictures: EVERYBODY, watch: EVERYBODY },
  playable: { page: EVERYBODY, list: EVERYBODY, stream: EVERYBODY, pictures: EVERYBODY, watch: EVERYBODY },
  completed: { page: EVERYBODY, list: EVERYBODY, stream: EVERYBODY, pictures: EVERYBODY, watch: EVERYBODY },
  failed: { page: OWNERS, list: NOBODY, stream: NOBODY, pictures: NOBODY, watch: NOBODY },
};

export interface VideoKind {
  state: State;
  visibility: catalog.Visibility;
}

/** Returns whether a caller may use an aspect of a video. */
export function isOpen(caller: Caller, video: VideoKind, aspect: Aspect): boolean {
  return SEES[video.visibility][caller] && OPEN[video.state][aspect][caller];
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
    caller === 'teacher' ? outcome : superadmins(outcome)(caller, video);

/** The states of videos after calls that run earlier, as far as they have changed. */
export type Changed = Partial<Record<State, State>>;

/** Superadmins, and teachers for their own videos; this one is somebody else's. */
export const editors =
  (outcome: Outcome = 'OK', changed: Changed = {}): Rule =>
  (caller, video) => {
    const now = { ...video, state: changed[video.state] ?? video.state };
    if (caller === 'teacher' && !isOpen(caller, now, 'page')) return 'VIDEO_NOT_FOUND';
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
