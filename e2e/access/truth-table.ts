import { randomBytes, randomUUID } from 'node:crypto';

import {
  addVideoTags,
  changePassword,
  createCategory,
  createInvitation,
  createItem,
  dealItems,
  deleteCategory,
  deleteInvitation,
  deleteItem,
  deleteItemPicture,
  deleteItemSound,
  deleteVideo,
  endOtherSessions,
  endSession,
  forgotPassword,
  getAuthSettings,
  getGameSettings,
  getProfile,
  getTranscodingStatus,
  getVideo,
  listAccounts,
  listAdminCategories,
  listCategories,
  listCategoryItems,
  listInvitations,
  listSessions,
  listVideos,
  login,
  logout,
  putGameSettings,
  putItemPicture,
  putItemSound,
  refreshToken,
  register,
  resendVerification,
  resetPassword,
  sendAccountReset,
  updateAccount,
  updateProfile,
  uploadVideo,
  verifyEmail,
  type Endpoint,
  type ErrorCode,
  type Input,
  type Visibility,
} from '@larksong/contracts';

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
const SEES: Record<Visibility, ByCaller<boolean>> = {
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

/** To which of those who see a video its page, its entry in lists and its stream are open in each state. */
const OPEN: Record<State, Record<'page' | 'list' | 'stream', ByCaller<boolean>>> = {
  processing: { page: EVERYBODY, list: NOBODY, stream: NOBODY },
  playable: { page: EVERYBODY, list: EVERYBODY, stream: EVERYBODY },
  completed: { page: EVERYBODY, list: EVERYBODY, stream: EVERYBODY },
  failed: { page: OWNERS, list: NOBODY, stream: NOBODY },
};

export interface VideoKind {
  state: State;
  visibility: Visibility;
}

export function isOpen(caller: Caller, video: VideoKind, what: 'page' | 'list' | 'stream'): boolean {
  return SEES[video.visibility][caller] && OPEN[video.state][what][caller];
}

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
  expected: (caller: Caller, video: VideoKind) => Outcome;
  toInput: (subject: Subject) => unknown;
}

type Rule = Line['expected'];

const anyone =
  (outcome: Outcome = 'OK'): Rule =>
  () =>
    outcome;
const members =
  (outcome: Outcome = 'OK'): Rule =>
  (caller) =>
    caller === 'visitor' ? 'UNAUTHENTICATED' : outcome;
const superadmins =
  (outcome: Outcome = 'OK'): Rule =>
  (caller) => {
    if (caller === 'visitor') return 'UNAUTHENTICATED';
    return caller === 'superadmin' ? outcome : 'FORBIDDEN';
  };
const viewers: Rule = (caller, video) => (isOpen(caller, video, 'page') ? 'OK' : 'VIDEO_NOT_FOUND');

function site<E extends Endpoint>(
  endpoint: E,
  expected: Rule,
  toInput: (subject: Subject) => Input<E>,
): Line {
  return { endpoint, about: 'site', expected, toInput };
}

function video<E extends Endpoint>(
  endpoint: E,
  expected: Rule,
  toInput: (subject: Subject) => Input<E>,
): Line {
  return { endpoint, about: 'video', expected, toInput };
}

const none = () => ({});
const byId = ({ id }: Subject) => ({ params: { id } });
const toFile = ({ id }: Subject) => ({ params: { id }, body: 'no file at all' });
const newEmail = () => `${randomBytes(8).toString('hex')}@songs.example`;
const newPassword = () => randomBytes(12).toString('hex');

/**
 * Who gets which answer from every operation of the OpenAPI description. Calls that would change what later lines need
 * are filled in so that they fail right after the question who may make them (a link that was never sent, an id that
 * nothing has). The lines are checked in this order: what ends videos and sessions comes last.
 */
export const TRUTH_TABLE: readonly Line[] = [
  site(listCategories, anyone(), none),
  site(dealItems, anyone(), () => ({ query: { letters: 'A,B', limit: 4 } })),
  site(listAdminCategories, superadmins(), none),
  site(createCategory, superadmins('VALIDATION_FAILED'), () => ({ body: { letter: 'two' } })),
  site(deleteCategory, superadmins('CATEGORY_NOT_FOUND'), byId),
  site(listCategoryItems, superadmins('CATEGORY_NOT_FOUND'), byId),
  site(createItem, superadmins('CATEGORY_NOT_FOUND'), ({ id }) => ({
    body: { categoryId: id, type: 'letter' as const, name: 'nowhere' },
  })),
  site(deleteItem, superadmins('ITEM_NOT_FOUND'), byId),
  site(getGameSettings, superadmins(), none),
  site(putGameSettings, superadmins(), () => ({ body: { grids: ['2x2' as const] } })),
  site(putItemPicture, superadmins('ITEM_NOT_FOUND'), toFile),
  site(deleteItemPicture, superadmins('ITEM_NOT_FOUND'), byId),
  site(putItemSound, superadmins('ITEM_NOT_FOUND'), toFile),
  site(deleteItemSound, superadmins('ITEM_NOT_FOUND'), byId),
  site(getAuthSettings, anyone(), none),
  site(register, anyone(), () => ({
    body: { username: `r-${randomBytes(6).toString('hex')}`, email: newEmail(), password: newPassword() },
  })),
  site(login, anyone('INVALID_CREDENTIALS'), () => ({
    body: { email: newEmail(), password: newPassword() },
  })),
  site(refreshToken, anyone('INVALID_REFRESH_TOKEN'), () => ({ body: { refreshToken: newPassword() } })),
  site(forgotPassword, anyone(), () => ({ body: { email: newEmail() } })),
  site(resendVerification, anyone(), () => ({ body: { email: newEmail() } })),
  site(verifyEmail, anyone('LINK_NOT_VALID'), () => ({ body: { token: newPassword() } })),
  site(resetPassword, anyone('LINK_NOT_VALID'), () => ({
    body: { token: newPassword(), password: newPassword() },
  })),

  site(getProfile, members(), none),
  site(updateProfile, members(), () => ({ body: { displayName: null } })),
  site(changePassword, members('WRONG_PASSWORD'), () => ({
    body: { currentPassword: newPassword(), newPassword: newPassword() },
  })),
  site(listSessions, members(), none),
  site(endSession, members('SESSION_NOT_FOUND'), byId),

  site(listAccounts, superadmins(), none),
  site(updateAccount, superadmins('USER_NOT_FOUND'), ({ id }) => ({
    params: { id },
    body: { role: 'user' as const },
  })),
  site(sendAccountReset, superadmins('USER_NOT_FOUND'), byId),
  site(createInvitation, superadmins(), () => ({ body: { email: newEmail() } })),
  site(listInvitations, superadmins(), none),
  site(deleteInvitation, superadmins('INVITATION_NOT_FOUND'), byId),

  site(listVideos, anyone(), () => ({ query: { limit: 100 } })),
  site(getTranscodingStatus, superadmins(), none),
  site(uploadVideo, superadmins('VALIDATION_FAILED'), () => ({
    body: { title: 'Without a file', video: '' },
  })),
  video(getVideo, viewers, byId),
  video(addVideoTags, superadmins(), ({ id, caller }) => ({
    params: { id },
    body: { tags: [{ tagType: 'author' as const, tagValue: caller }] },
  })),
  video(deleteVideo, superadmins(), byId),

  site(endOtherSessions, members(), none),
  site(logout, members(), none),
];

/** An id that nothing has. */
export function absentId(): string {
  return randomUUID();
}
