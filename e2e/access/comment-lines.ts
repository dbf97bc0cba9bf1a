import { randomUUID } from 'node:crypto';

import { catalog } from '@larksong/contracts';

import { site, video } from './lines.ts';
import {
  editors,
  members,
  signedInWatchers,
  staff,
  superadmins,
  type Line,
  type Rule,
  type Subject,
} from './permissions.ts';

const none = () => ({});
const byId = ({ id }: Subject) => ({ params: { id } });
const DECISION = { decision: 'approve' as const, revision: 0 };

/** A text that shows nothing is refused, but only where somebody may read the comments. */
const writers: Rule = (caller, kind) => {
  const outcome = signedInWatchers(caller, kind);
  return outcome === 'OK' ? 'VALIDATION_FAILED' : outcome;
};

/** Those who may change a video, if it can be watched. */
const closers: Rule = (caller, kind) => {
  const outcome = editors()(caller, kind);
  return outcome === 'OK' || outcome === 'VIDEO_NOT_FOUND'
    ? signedInWatchers(caller, kind)
    : closedTo(caller, kind);
};

/** A teacher is told that the video is somebody else's only if it can be watched. */
const closedTo: Rule = (caller, kind) => {
  const outcome = editors()(caller, kind);
  const isTeacher = caller === 'teacher' || caller === 'owner';
  return isTeacher && signedInWatchers(caller, kind) === 'VIDEO_NOT_FOUND' ? 'VIDEO_NOT_FOUND' : outcome;
};

/** The calls about comments, on a new site, which begins with approvals. */
export const COMMENT_LINES: readonly Line[] = [
  site(catalog.getCommentSettings, superadmins(), none),
  site(catalog.putCommentSettings, superadmins(), () => ({ body: {} })),
  video(catalog.listComments, signedInWatchers, byId),
  video(catalog.createComment, writers, ({ id }) => ({
    params: { id },
    body: { id: randomUUID(), text: '\u200B' },
  })),
  video(catalog.closeComments, closers, ({ id }) => ({ params: { id }, body: { isClosed: false } })),
  site(catalog.updateComment, members('ITEM_NOT_FOUND'), (subject) => ({
    ...byId(subject),
    body: { text: 'Changed' },
  })),
  site(catalog.deleteComment, members('ITEM_NOT_FOUND'), byId),
  site(catalog.reportComment, members('ITEM_NOT_FOUND'), (subject) => ({
    ...byId(subject),
    body: { fault: 'unkind' as const },
  })),
  site(catalog.listOwnComments, members(), none),
  site(catalog.listOwnFlags, members(), none),
  site(catalog.listOwnSuggestions, members(), none),
  site(catalog.listModeration, staff(), none),
  site(catalog.decideComment, staff('ITEM_NOT_FOUND'), (subject) => ({ ...byId(subject), body: DECISION })),
  site(catalog.decideComments, staff(), ({ id }) => ({
    body: { decision: 'approve' as const, comments: [{ id, revision: 0 }] },
  })),
  site(catalog.listMutedAuthors, superadmins(), none),
  site(catalog.muteAuthor, superadmins('USER_NOT_FOUND'), (subject) => ({
    ...byId(subject),
    body: { mute: 'approval' as const },
  })),
];
