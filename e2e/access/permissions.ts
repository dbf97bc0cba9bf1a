import type { catalog, Endpoint, ErrorCode } from '@larksong/contracts';

/** `uploader` has uploaded the videos and is no superadmin any more; `named` is the one user of the private ones. */
export const CALLERS = ['visitor', 'member', 'named', 'uploader', 'superadmin'] as const;
export type Caller = (typeof CALLERS)[number];

/** `playable` is still being worked on, but its beginning can be watched. */
export const STATES = ['processing', 'playable', 'completed', 'failed'] as const;
export type State = (typeof STATES)[number];

/** `OK` is the call's own success; anything else the code that it fails with. */
export type Outcome = 'OK' | ErrorCode;

type ByCaller<Value> = Record<Caller, Value>;

/** Who may see a video (specification section 5), before its state is looked at. */
const SEES: Record<catalog.Visibility, ByCaller<boolean>> = {
  public: { visitor: true, member: true, named: true, uploader: true, superadmin: true },
  registered: { visitor: false, member: true, named: true, uploader: true, superadmin: true },
  private: { visitor: false, member: false, named: true, uploader: true, superadmin: true },
};

const EVERYBODY: ByCaller<boolean> = SEES.public;
const NOBODY: ByCaller<boolean> = {
  visitor: false,
  member: false,
  named: false,
  uploader: false,
  superadmin: false,
};
const OWNERS: ByCaller<boolean> = { ...NOBODY, uploader: true, superadmin: true };

/**
 * What of a video is looked at: its page, its entry in lists, its stream, its pictures and subtitles; and whether it
 * can be opened and liked (`watch`), which makes no sense once it failed.
 */
export type Aspect = 'page' | 'list' | 'stream' | 'pictures' | 'watch';

/** To which of those who see a video each of its aspects is open in each state. */
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

export function isOpen(caller: Caller, video: VideoKind, aspect: Aspect): boolean {
  return SEES[video.visibility][caller] && OPEN[video.state][aspect][caller];
}

/** The outcome of a call for a caller and, in lines about videos, a video. */
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

/** Whoever sees the page; to all others there is no such video. */
export const viewers: Rule = (caller, video) => (isOpen(caller, video, 'page') ? 'OK' : 'VIDEO_NOT_FOUND');

/** Whoever may watch it, or could once it is ready. */
export const watchers: Rule = (caller, video) => (isOpen(caller, video, 'watch') ? 'OK' : 'VIDEO_NOT_FOUND');

export const signedInWatchers: Rule = (caller, video) =>
  caller === 'visitor' ? 'UNAUTHENTICATED' : watchers(caller, video);

/** A superadmin, and only while the video is in that state. */
export const superadminsWhile =
  (state: State, otherwise: Outcome): Rule =>
  (caller, video) =>
    superadmins(video.state === state ? 'OK' : otherwise)(caller, video);

/** What a call is filled in with. */
export interface Subject {
  caller: Caller;
  /** Of the video of the cell; in lines that are not about one, an id that nothing has. */
  id: string;
}

export interface Line {
  endpoint: Endpoint;
  /** `video`: the line holds for every state and visibility, else once for each caller. */
  about: 'video' | 'site';
  expected: Rule;
  toInput: (subject: Subject) => unknown;
}
