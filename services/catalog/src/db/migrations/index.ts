/** In the order in which they run; never changed once released. */
import * as createVideos from './0001-create-videos.ts';
import * as createTranscodeUnits from './0002-create-transcode-units.ts';
import * as addRequestId from './0003-add-request-id.ts';
import * as addOpinionsAndViews from './0004-add-opinions-and-views.ts';
import * as addListings from './0005-add-listings.ts';
import * as addPartedUploads from './0006-add-parted-uploads.ts';
import * as addCaptionsAndOwnThumbnails from './0007-add-captions-and-own-thumbnails.ts';
import * as addNotices from './0008-add-notices.ts';
import * as addAbandonedAttempts from './0009-add-abandoned-attempts.ts';
import * as guardUploads from './0010-guard-uploads.ts';
import * as tellDeathsApart from './0011-tell-deaths-apart.ts';
import * as letUnitsGo from './0012-let-units-go.ts';
import * as keepCaptionsOfFiles from './0013-keep-captions-of-files.ts';
import * as addDashboard from './0014-add-dashboard.ts';
import * as indexFailures from './0015-index-failures.ts';
import * as addLetters from './0016-add-letters.ts';
import * as forgetMembers from './0017-forget-members.ts';
import * as addAuditLog from './0018-add-audit-log.ts';
import * as addSourceHashes from './0019-add-source-hashes.ts';
import * as keepSourcesForDays from './0020-keep-sources-for-days.ts';
import * as keepTotals from './0021-keep-totals.ts';
import * as addTraceParent from './0022-add-trace-parent.ts';
import * as countKeptSources from './0023-count-kept-sources.ts';
import * as countViewsOfNetworks from './0024-count-views-of-networks.ts';
import * as takeTurnsByUploader from './0025-take-turns-by-uploader.ts';
import * as acceptReadableParts from './0026-accept-readable-parts.ts';
import * as addStorageMark from './0027-add-storage-mark.ts';
import * as addChips from './0028-add-chips.ts';
import * as addLanguages from './0029-add-languages.ts';
import * as keepFailureReasons from './0030-keep-failure-reasons.ts';
import * as addSiteSettings from './0031-add-site-settings.ts';
import * as addApprovals from './0032-add-approvals.ts';
import * as indexStems from './0033-index-stems.ts';
import * as addSongLists from './0034-add-song-lists.ts';
import * as addListLinks from './0035-add-list-links.ts';
import * as addNests from './0036-add-nests.ts';
import * as addComments from './0037-add-comments.ts';
import * as addFlags from './0038-add-flags.ts';
import * as dateMutes from './0039-date-mutes.ts';
import * as refreshMemberNames from './0040-refresh-member-names.ts';
import * as keepRefusedChanges from './0041-keep-refused-changes.ts';
import * as skipCommentsWithoutNotice from './0042-skip-comments-without-notice.ts';
import * as keepLimitsOfDays from './0043-keep-limits-of-days.ts';

export const migrations = {
  '0001-create-videos': createVideos,
  '0002-create-transcode-units': createTranscodeUnits,
  '0003-add-request-id': addRequestId,
  '0004-add-opinions-and-views': addOpinionsAndViews,
  '0005-add-listings': addListings,
  '0006-add-parted-uploads': addPartedUploads,
  '0007-add-captions-and-own-thumbnails': addCaptionsAndOwnThumbnails,
  '0008-add-notices': addNotices,
  '0009-add-abandoned-attempts': addAbandonedAttempts,
  '0010-guard-uploads': guardUploads,
  '0011-tell-deaths-apart': tellDeathsApart,
  '0012-let-units-go': letUnitsGo,
  '0013-keep-captions-of-files': keepCaptionsOfFiles,
  '0014-add-dashboard': addDashboard,
  '0015-index-failures': indexFailures,
  '0016-add-letters': addLetters,
  '0017-forget-members': forgetMembers,
  '0018-add-audit-log': addAuditLog,
  '0019-add-source-hashes': addSourceHashes,
  '0020-keep-sources-for-days': keepSourcesForDays,
  '0021-keep-totals': keepTotals,
  '0022-add-trace-parent': addTraceParent,
  '0023-count-kept-sources': countKeptSources,
  '0024-count-views-of-networks': countViewsOfNetworks,
  '0025-take-turns-by-uploader': takeTurnsByUploader,
  '0026-accept-readable-parts': acceptReadableParts,
  '0027-add-storage-mark': addStorageMark,
  '0028-add-chips': addChips,
  '0029-add-languages': addLanguages,
  '0030-keep-failure-reasons': keepFailureReasons,
  '0031-add-site-settings': addSiteSettings,
  '0032-add-approvals': addApprovals,
  '0033-index-stems': indexStems,
  '0034-add-song-lists': addSongLists,
  '0035-add-list-links': addListLinks,
  '0036-add-nests': addNests,
  '0037-add-comments': addComments,
  '0038-add-flags': addFlags,
  '0039-date-mutes': dateMutes,
  '0040-refresh-member-names': refreshMemberNames,
  '0041-keep-refused-changes': keepRefusedChanges,
  '0042-skip-comments-without-notice': skipCommentsWithoutNotice,
  '0043-keep-limits-of-days': keepLimitsOfDays,
};
