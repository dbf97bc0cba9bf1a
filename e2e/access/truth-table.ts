import { randomBytes, randomUUID } from 'node:crypto';

import { auth, catalog, game, status } from '@larksong/contracts';

import { COMMENT_LINES } from './comment-lines.ts';
import { site, video } from './lines.ts';
import { LINK_LINES } from './link-lines.ts';
import { NEST_LINES } from './nest-lines.ts';
import {
  anyone,
  members,
  signedInViewers,
  signedInWatchers,
  superadmins,
  editors,
  editorsWhile,
  once,
  staff,
  viewers,
  watchers,
  type Line,
  type Subject,
} from './permissions.ts';

const none = () => ({});
const byId = ({ id }: Subject) => ({ params: { id } });
const toSong = ({ id }: Pick<Subject, 'id'>) => ({ params: { id, videoId: id } });
const toFile = ({ id }: Subject) => ({ params: { id }, body: 'no file at all' });
const newEmail = () => `${randomBytes(8).toString('hex')}@songs.example`;
const newPassword = () => randomBytes(12).toString('hex');
const UNUSED_TAG = { tagType: 'grade' as const, tagValue: 'A grade of no song' };
/** A single-colour picture; each character is a byte. */
const MAIL_SERVER = { host: 'mail.example', port: 587, user: '', password: '', from: 'songs@mail.example' };

export const SMALL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAkCAIAAAC2bqvFAAAACXBIWXMAAAABAAAAAQBPJcTWAAAAUElEQVR4nO3PQQkAMAzAwPr3XJiIPo5BIAIusztf5wUNaEEDWtCAFjSgBQ1oQQNa0IAWNKAFDWhBA1rQgBY0oAUNaEEDWtCAFjSgBQ1owbEHWobLABB9mnsAAAAASUVORK5CYII=',
  'base64',
).toString('latin1');

/** What the calls that run last leave for those after them. */
const RETRIED = { failed: 'processing' } as const;
const CANCELLED = { processing: 'failed', playable: 'failed' } as const;

/**
 * The answer of every operation of the OpenAPI description for every caller. Calls that would change what later lines
 * need have input that fails right after the permission check (a link that was never sent, an unused id). The lines are
 * checked in this order; calls that end videos and sessions come last.
 */
export const TRUTH_TABLE: readonly Line[] = [
  site(game.listCategories, anyone(), none),
  site(game.dealItems, anyone(), () => ({ query: { letters: 'A,B', limit: 4 } })),
  site(game.listWords, anyone(), none),
  site(game.listPacks, anyone(), none),
  site(game.listAdminCategories, superadmins(), none),
  site(game.listAdminPacks, superadmins(), none),
  site(game.createCategory, superadmins('VALIDATION_FAILED'), () => ({ body: { letter: 'two' } })),
  site(game.deleteCategory, superadmins('CATEGORY_NOT_FOUND'), byId),
  site(game.listCategoryItems, superadmins('CATEGORY_NOT_FOUND'), byId),
  site(game.createItem, superadmins('CATEGORY_NOT_FOUND'), ({ id }) => ({
    body: { categoryId: id, type: 'letter' as const, name: 'nowhere' },
  })),
  site(game.deleteItem, superadmins('ITEM_NOT_FOUND'), byId),
  site(game.getGameSettings, superadmins(), none),
  site(game.putGameSettings, superadmins(), () => ({ body: { grids: ['2x2' as const] } })),
  site(game.putItemPicture, superadmins('ITEM_NOT_FOUND'), toFile),
  site(game.deleteItemPicture, superadmins('ITEM_NOT_FOUND'), byId),
  site(game.putItemSound, superadmins('ITEM_NOT_FOUND'), toFile),
  site(game.deleteItemSound, superadmins('ITEM_NOT_FOUND'), byId),
  site(game.putCategorySound, superadmins('CATEGORY_NOT_FOUND'), toFile),
  site(game.deleteCategorySound, superadmins('CATEGORY_NOT_FOUND'), byId),
  site(game.exportPack, superadmins(), none),
  site(game.importPack, superadmins('VALIDATION_FAILED'), () => ({ body: 'no zip at all' })),
  site(game.importStarterPack, superadmins('VALIDATION_FAILED'), () => ({
    params: { language: 'xx' as 'de' }, // no pack has this language
  })),
  site(game.getPackImport, superadmins('IMPORT_NOT_FOUND'), byId),
  site(game.getLatestPackImport, superadmins(), none),
  site(game.listGameChanges, superadmins(), none),
  site(game.checkGameChanges, superadmins(), none),
  site(game.exportGameChanges, superadmins(), none),
  site(status.getSiteStatus, superadmins(), none),
  site(auth.getAuthSettings, anyone(), none),
  site(auth.getSiteName, anyone(), none),
  site(auth.getSiteTexts, anyone(), none),
  site(auth.getAnnouncement, anyone(), none),
  site(auth.putAnnouncement, superadmins(), () => ({ body: { message: '', isReadOnly: false } })),
  site(auth.getTold, superadmins(), none),
  site(auth.putTold, superadmins(), () => ({ body: { to: 'superadmins' as const, addresses: [] } })),
  site(auth.putToldWebhook, superadmins('WRONG_PASSWORD'), () => ({
    body: { url: null, password: newPassword() },
  })),
  site(auth.tryToldWebhook, superadmins('NOT_FOUND'), none),
  // The page for the first start is closed.
  site(auth.openSetup, anyone('NOT_FOUND'), () => ({ body: { code: 'AAAA-AAAA-AAAA-AAAA' } })),
  site(auth.trySetupMail, anyone('NOT_FOUND'), () => ({
    body: { code: 'AAAA', mail: MAIL_SERVER, to: newEmail() },
  })),
  site(auth.finishSetup, anyone('NOT_FOUND'), () => ({
    body: {
      code: 'AAAA',
      siteName: 'Mine',
      registration: 'open' as const,
      superadmin: { email: newEmail(), username: 'mine', displayName: '', password: newPassword() },
      mail: null,
      publicUrl: 'https://mine.example',
      storageFolder: '',
    },
  })),
  site(auth.requestRestore, anyone('NOT_FOUND'), () => ({
    body: { code: 'AAAA', place: '/nowhere', passphrase: '', server: null, backup: null },
  })),
  site(auth.getRestore, anyone('NOT_FOUND'), () => ({ body: { requestId: randomUUID() } })),
  site(auth.putSiteLanguages, superadmins(), () => ({ body: auth.DEFAULT_LANGUAGES })),
  site(auth.putSiteTexts, superadmins(), () => ({ body: { about: '', privacy: '', contact: '' } })),
  site(auth.register, anyone(), () => ({
    body: { username: `r-${randomBytes(6).toString('hex')}`, email: newEmail(), password: newPassword() },
  })),
  site(auth.login, anyone('INVALID_CREDENTIALS'), () => ({
    body: { email: newEmail(), password: newPassword() },
  })),
  site(auth.refreshToken, anyone('INVALID_REFRESH_TOKEN'), () => ({ body: { refreshToken: newPassword() } })),
  site(auth.forgotPassword, anyone(), () => ({ body: { email: newEmail() } })),
  site(auth.resendVerification, anyone(), () => ({ body: { email: newEmail() } })),
  site(auth.verifyEmail, anyone('LINK_NOT_VALID'), () => ({ body: { token: newPassword() } })),
  site(auth.resetPassword, anyone('LINK_NOT_VALID'), () => ({
    body: { token: newPassword(), password: newPassword() },
  })),
  site(auth.checkResetLink, anyone(), () => ({ body: { token: newPassword() } })),

  site(auth.getProfile, members(), none),
  site(auth.putOwnLanguage, members(), () => ({ body: { language: null } })),
  site(auth.updateProfile, members(), () => ({ body: { displayName: null } })),
  site(auth.changePassword, members('WRONG_PASSWORD'), () => ({
    body: { currentPassword: newPassword(), newPassword: newPassword() },
  })),
  site(auth.deleteAccount, members('WRONG_PASSWORD'), () => ({ body: { password: newPassword() } })),
  site(auth.listSessions, members(), none),
  site(auth.endSession, members('SESSION_NOT_FOUND'), byId),

  site(auth.listAccounts, superadmins(), none),
  site(auth.updateAccount, superadmins('USER_NOT_FOUND'), ({ id }) => ({
    params: { id },
    body: { role: 'user' as const },
  })),
  site(auth.sendAccountReset, superadmins('USER_NOT_FOUND'), byId),
  site(auth.planDeletion, superadmins('USER_NOT_FOUND'), ({ id }) => ({ params: { id }, body: {} })),
  site(auth.undoDeletion, superadmins('USER_NOT_FOUND'), byId),
  site(auth.exportPeople, superadmins(), none),
  site(auth.checkPeople, superadmins('VALIDATION_FAILED'), () => ({ body: 'no table at all' })),
  site(auth.importPeople, superadmins('VALIDATION_FAILED'), () => ({ body: 'no table at all' })),
  site(auth.getPeopleImport, superadmins(), none),
  site(auth.stopPeopleImport, superadmins('IMPORT_NOT_FOUND'), byId),
  site(auth.createInvitation, superadmins(), () => ({ body: { email: newEmail() } })),
  site(auth.listInvitations, superadmins(), none),
  site(auth.deleteInvitation, superadmins('INVITATION_NOT_FOUND'), byId),
  site(auth.listKeptMails, superadmins(), none),
  site(auth.listAccountChanges, superadmins(), none),
  site(auth.checkAccountChanges, superadmins(), none),
  site(auth.exportAccountChanges, superadmins(), none),

  site(catalog.getSiteAccess, anyone(), none),
  site(catalog.getSiteAccessChoice, superadmins(), none),
  site(catalog.putSiteAccess, superadmins(), () => ({ body: {} })),
  site(catalog.putApprovals, superadmins(), () => ({ body: { isOn: true } })),
  site(catalog.listVideos, anyone(), () => ({ query: { limit: 100 } })),
  site(catalog.listLikedVideos, members(), () => ({ query: { limit: 100 } })),
  site(catalog.listWatchedVideos, members(), () => ({ query: { limit: 100 } })),
  site(catalog.listUnwatchedVideos, members(), () => ({ query: { limit: 100 } })),
  site(catalog.clearWatchHistory, members(), none),
  site(catalog.listTagValues, anyone(), () => ({ query: { type: 'author' as const } })),
  site(catalog.listChips, anyone(), none),
  site(catalog.getChipPicture, anyone('NOT_FOUND'), byId),
  site(catalog.listAdminChips, superadmins(), none),
  site(catalog.putChip, superadmins('NOT_FOUND'), () => ({
    body: { ...UNUSED_TAG, isShown: true, hue: 'lake' as const, scene: null },
  })),
  site(catalog.putChipPicture, superadmins('NOT_FOUND'), () => ({ query: UNUSED_TAG, body: SMALL_PNG })),
  site(catalog.deleteChipPicture, superadmins('NOT_FOUND'), () => ({ query: UNUSED_TAG })),
  video(catalog.getVideo, viewers, byId),
  video(catalog.getStreamRights, watchers, byId),
  video(catalog.listRelatedVideos, viewers, ({ id }) => ({ params: { id }, query: { limit: 50 } })),
  // The counts are checked afterwards: each caller ends with one view and one like.
  site(catalog.reportPlayback, anyone(), () => ({
    body: { result: 'smooth' as const, rung: 'unknown' as const },
  })),
  video(catalog.recordView, watchers, ({ id }) => ({ params: { id }, body: { watchedDuration: 0 } })),
  video(catalog.dislikeVideo, signedInWatchers, byId),
  video(catalog.unlikeVideo, signedInWatchers, byId),
  video(catalog.likeVideo, signedInWatchers, byId),

  // What lists show is checked by known-lists.ts.
  site(catalog.listSongLists, anyone(), none),
  site(catalog.listDeletedLists, members(), none),
  video(catalog.createSongList, signedInViewers, ({ id }) => ({
    body: { name: 'One song', videoIds: [id] },
  })),
  site(catalog.getSongList, anyone('LIST_NOT_FOUND'), byId),
  site(catalog.updateSongList, members('LIST_NOT_FOUND'), ({ id }) => ({
    params: { id },
    body: { name: 'Taken' },
  })),
  site(catalog.deleteSongList, members('LIST_NOT_FOUND'), byId),
  site(catalog.restoreSongList, members('LIST_NOT_FOUND'), byId),
  site(catalog.copySongList, members('LIST_NOT_FOUND'), byId),
  site(catalog.offerSongList, superadmins('LIST_NOT_FOUND'), byId),
  site(catalog.saveSiteListOrder, superadmins(), () => ({ body: { listIds: [] } })),
  site(catalog.addSongs, members('LIST_NOT_FOUND'), ({ id }) => ({
    params: { id },
    body: { videoIds: [id] },
  })),
  site(catalog.removeSong, members('LIST_NOT_FOUND'), toSong),
  site(catalog.moveSong, members('LIST_NOT_FOUND'), ({ id }) => ({
    ...toSong({ id }),
    body: { after: null },
  })),
  site(catalog.saveSongOrder, members('LIST_NOT_FOUND'), ({ id }) => ({
    params: { id },
    body: { version: 0, videoIds: [] },
  })),
  site(catalog.recordListPosition, members('LIST_NOT_FOUND'), ({ id }) => ({
    params: { id },
    body: { videoId: id },
  })),

  ...LINK_LINES,
  ...NEST_LINES,
  ...COMMENT_LINES,

  site(catalog.listVideoChanges, superadmins(), none),
  site(catalog.checkVideoChanges, superadmins(), none),
  site(catalog.exportVideoChanges, superadmins(), none),
  site(catalog.getTranscodingStatus, superadmins(), none),
  site(catalog.listOwnWork, staff(), none),
  site(catalog.getOwnQuota, staff(), none),
  site(catalog.listApprovals, superadmins(), none),
  // A superadmin's videos need none, and those of teachers have been changed since revision 0.
  video(catalog.decideApproval, superadmins('CONFLICT'), ({ id }) => ({
    params: { id },
    body: { decision: 'approve' as const, revision: 0 },
  })),
  site(catalog.listTeacherChanges, superadmins(), none),
  site(catalog.undoTeacherChange, superadmins('ITEM_NOT_FOUND'), byId),
  // They hide nothing.
  video(catalog.flagVideo, watchers, ({ id }) => ({ params: { id }, body: { kind: 'broken' as const } })),
  site(catalog.listFlags, staff(), none),
  site(catalog.closeFlag, staff('ITEM_NOT_FOUND'), (subject) => ({
    ...byId(subject),
    body: { withAlike: false },
  })),
  site(catalog.listNotices, staff(), none),
  site(catalog.markNoticesRead, staff(), ({ id }) => ({ body: { ids: [id] } })),
  site(catalog.uploadVideo, staff('VALIDATION_FAILED'), () => ({
    body: { title: 'Without a file', video: '' },
  })),
  site(catalog.findSources, staff(), () => ({ body: { sizes: [1000] } })),
  site(catalog.startUpload, staff(), () => ({ body: { sizeBytes: 1000 } })),
  site(catalog.getUpload, staff('UPLOAD_NOT_FOUND'), byId),
  site(catalog.putUploadPart, staff('UPLOAD_NOT_FOUND'), ({ id }) => ({
    params: { id, number: 1 },
    body: 'quack',
  })),
  site(catalog.cancelUpload, staff('UPLOAD_NOT_FOUND'), byId),
  video(catalog.addVideoTags, editors(), ({ id, caller }) => ({
    params: { id },
    body: { tags: [{ tagType: 'author' as const, tagValue: caller }] },
  })),
  video(catalog.updateVideo, editors(), ({ id, caller }) => ({
    params: { id },
    body: { description: `As ${caller} put it`, letters: ['A'] },
  })),
  video(catalog.putCaption, editors(), ({ id }) => ({
    params: { id },
    body: { language: 'en', label: 'English', content: 'WEBVTT\n\n00:00.000 --> 00:01.000\nQuack\n' },
  })),
  video(catalog.deleteCaption, editors('CAPTION_NOT_FOUND'), ({ id }) => ({
    params: { id, captionId: absentId() },
  })),
  video(catalog.deleteThumbnail, editors(), byId),
  video(catalog.putThumbnail, editors(), ({ id }) => ({ params: { id }, body: SMALL_PNG })),

  video(catalog.retryVideo, once(editorsWhile(['failed'], 'CONFLICT'), 'CONFLICT'), byId),
  // The failed ones are being processed again, and nothing of them was offered.
  video(catalog.acceptReadable, editors('CONFLICT'), byId),
  video(catalog.cancelVideo, editorsWhile(['processing', 'playable', 'failed'], 'CONFLICT', RETRIED), byId),
  video(catalog.deleteVideo, once(editors('OK', CANCELLED), 'VIDEO_NOT_FOUND'), byId),

  site(auth.endOtherSessions, members(), none),
  site(auth.logout, members(), none),
];

/** Returns an unused id. */
export function absentId(): string {
  return randomUUID();
}
