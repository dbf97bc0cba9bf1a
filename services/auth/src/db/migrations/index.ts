import type { Migration } from 'kysely/migration';
import * as createAccounts from './0001-create-accounts.ts';
import * as addMailsAndLinks from './0002-add-mails-and-links.ts';
import * as addVideoMails from './0003-add-video-mails.ts';
import * as rememberSignInPlaces from './0004-remember-sign-in-places.ts';
import * as keepMails from './0005-keep-mails.ts';
import * as gatherVideoMails from './0006-gather-video-mails.ts';
import * as addSiteTexts from './0007-add-site-texts.ts';
import * as addDeparturesAndSiteName from './0008-add-departures-and-site-name.ts';
import * as addAuditLog from './0009-add-audit-log.ts';
import * as addSetup from './0012-add-setup.ts';
import * as addBackupRuns from './0013-add-backup-runs.ts';
import * as addAnnouncement from './0014-add-announcement.ts';
import * as tellStoppedVideosApart from './0015-tell-stopped-videos-apart.ts';
import * as addLanguages from './0016-add-languages.ts';
import * as addTeachers from './0017-add-teachers.ts';
import * as addPeopleInAndOut from './0018-add-people-in-and-out.ts';
import * as explainOutcomes from './0019-explain-outcomes.ts';
import * as mailDecisions from './0020-mail-decisions.ts';
import * as indexEndedSessions from './0021-index-ended-sessions.ts';
import * as addNests from './0022-add-nests.ts';
import * as addNestInvitations from './0023-add-nest-invitations.ts';
import * as confirmAccounts from './0024-confirm-accounts.ts';
import * as addCommentMails from './0025-add-comment-mails.ts';
import * as mailAnyKind from './0026-mail-any-kind.ts';
import * as addToldFindings from './0027-add-told-findings.ts';
import * as vouchForCreatedAccounts from './0028-vouch-for-created-accounts.ts';
import * as keepMakersOfCards from './0029-keep-makers-of-cards.ts';
import * as tellKeptBackups from './0030-tell-kept-backups.ts';

export const migrations: Record<string, Migration> = {
  '0001-create-accounts': createAccounts,
  '0002-add-mails-and-links': addMailsAndLinks,
  '0003-add-video-mails': addVideoMails,
  '0004-remember-sign-in-places': rememberSignInPlaces,
  '0005-keep-mails': keepMails,
  '0006-gather-video-mails': gatherVideoMails,
  '0007-add-site-texts': addSiteTexts,
  '0008-add-departures-and-site-name': addDeparturesAndSiteName,
  '0009-add-audit-log': addAuditLog,
  '0012-add-setup': addSetup,
  '0013-add-backup-runs': addBackupRuns,
  '0014-add-announcement': addAnnouncement,
  '0015-tell-stopped-videos-apart': tellStoppedVideosApart,
  '0016-add-languages': addLanguages,
  '0017-add-teachers': addTeachers,
  '0018-add-people-in-and-out': addPeopleInAndOut,
  '0019-explain-outcomes': explainOutcomes,
  '0020-mail-decisions': mailDecisions,
  '0021-index-ended-sessions': indexEndedSessions,
  '0022-add-nests': addNests,
  '0023-add-nest-invitations': addNestInvitations,
  '0024-confirm-accounts': confirmAccounts,
  '0025-add-comment-mails': addCommentMails,
  '0026-mail-any-kind': mailAnyKind,
  '0027-add-told-findings': addToldFindings,
  '0028-vouch-for-created-accounts': vouchForCreatedAccounts,
  '0029-keep-makers-of-cards': keepMakersOfCards,
  '0030-tell-kept-backups': tellKeptBackups,
};
