import { randomBytes, randomUUID } from 'node:crypto';

import {
  addVideoTags,
  cancelUpload,
  changePassword,
  clearWatchHistory,
  createCategory,
  createInvitation,
  createItem,
  dealItems,
  deleteCaption,
  deleteCategory,
  deleteInvitation,
  deleteItem,
  deleteItemPicture,
  deleteItemSound,
  deleteThumbnail,
  deleteVideo,
  dislikeVideo,
  endOtherSessions,
  endSession,
  forgotPassword,
  getAuthSettings,
  getGameSettings,
  getProfile,
  getTranscodingStatus,
  getUpload,
  getVideo,
  likeVideo,
  listAccounts,
  listAdminCategories,
  listCategories,
  listCategoryItems,
  listInvitations,
  listKeptMails,
  listLikedVideos,
  listNotices,
  listRelatedVideos,
  listSessions,
  listTagValues,
  listUnwatchedVideos,
  listVideos,
  listWatchedVideos,
  login,
  logout,
  markNoticesRead,
  putCaption,
  putGameSettings,
  putItemPicture,
  putItemSound,
  putThumbnail,
  putUploadPart,
  recordView,
  refreshToken,
  register,
  resendVerification,
  resetPassword,
  retryVideo,
  sendAccountReset,
  startUpload,
  unlikeVideo,
  updateAccount,
  updateProfile,
  updateVideo,
  uploadVideo,
  verifyEmail,
  type Endpoint,
  type Input,
} from '@larksong/contracts';

import {
  anyone,
  members,
  signedInWatchers,
  superadmins,
  superadminsWhile,
  viewers,
  watchers,
  type Line,
  type Rule,
  type Subject,
} from './permissions.ts';

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
/** A picture of one colour; each character is a byte. */
export const SMALL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAkCAIAAAC2bqvFAAAACXBIWXMAAAABAAAAAQBPJcTWAAAAUElEQVR4nO3PQQkAMAzAwPr3XJiIPo5BIAIusztf5wUNaEEDWtCAFjSgBQ1oQQNa0IAWNKAFDWhBA1rQgBY0oAUNaEEDWtCAFjSgBQ1owbEHWobLABB9mnsAAAAASUVORK5CYII=',
  'base64',
).toString('latin1');

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
  site(listKeptMails, superadmins(), none),

  site(listVideos, anyone(), () => ({ query: { limit: 100 } })),
  site(listLikedVideos, members(), () => ({ query: { limit: 100 } })),
  site(listWatchedVideos, members(), () => ({ query: { limit: 100 } })),
  site(listUnwatchedVideos, members(), () => ({ query: { limit: 100 } })),
  site(clearWatchHistory, members(), none),
  site(listTagValues, anyone(), () => ({ query: { type: 'author' as const } })),
  video(getVideo, viewers, byId),
  video(listRelatedVideos, viewers, ({ id }) => ({ params: { id }, query: { limit: 50 } })),
  // What they count is looked at afterwards: each caller ends with one view and one like.
  video(recordView, watchers, ({ id }) => ({ params: { id }, body: { watchedDuration: 0 } })),
  video(dislikeVideo, signedInWatchers, byId),
  video(unlikeVideo, signedInWatchers, byId),
  video(likeVideo, signedInWatchers, byId),

  site(getTranscodingStatus, superadmins(), none),
  site(listNotices, superadmins(), none),
  site(markNoticesRead, superadmins(), ({ id }) => ({ body: { ids: [id] } })),
  site(uploadVideo, superadmins('VALIDATION_FAILED'), () => ({
    body: { title: 'Without a file', video: '' },
  })),
  site(startUpload, superadmins(), () => ({ body: { sizeBytes: 1000 } })),
  site(getUpload, superadmins('UPLOAD_NOT_FOUND'), byId),
  site(putUploadPart, superadmins('UPLOAD_NOT_FOUND'), ({ id }) => ({
    params: { id, number: 1 },
    body: 'quack',
  })),
  site(cancelUpload, superadmins('UPLOAD_NOT_FOUND'), byId),
  video(addVideoTags, superadmins(), ({ id, caller }) => ({
    params: { id },
    body: { tags: [{ tagType: 'author' as const, tagValue: caller }] },
  })),
  video(updateVideo, superadmins(), ({ id, caller }) => ({
    params: { id },
    body: { description: `As ${caller} put it` },
  })),
  video(putCaption, superadmins(), ({ id }) => ({
    params: { id },
    body: { language: 'en', label: 'English', content: 'WEBVTT\n\n00:00.000 --> 00:01.000\nQuack\n' },
  })),
  video(deleteCaption, superadmins('CAPTION_NOT_FOUND'), ({ id }) => ({
    params: { id, captionId: absentId() },
  })),
  video(deleteThumbnail, superadmins(), byId),
  video(putThumbnail, superadmins(), ({ id }) => ({ params: { id }, body: SMALL_PNG })),

  video(retryVideo, superadminsWhile('failed', 'CONFLICT'), byId),
  video(deleteVideo, superadmins(), byId),

  site(endOtherSessions, members(), none),
  site(logout, members(), none),
];

/** An id that nothing has. */
export function absentId(): string {
  return randomUUID();
}
