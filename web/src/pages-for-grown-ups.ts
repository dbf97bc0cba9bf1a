import { loadWithTexts } from './lib/texts.ts';

/**
 * The pages that no child opens. Each names the files of its code and styles, which would otherwise be part of every first
 * load.
 */
export const pages = {
  upload: async () => (await import('./pages/upload.tsx')).UploadPage,
  importVideos: async () => (await import('./pages/import-videos.tsx')).ImportVideosPage,
  transcoding: async () => (await import('./pages/transcoding.tsx')).TranscodingPage,
  approvals: async () => (await import('./pages/approvals.tsx')).ApprovalsPage,
  flags: async () => (await import('./pages/moderation/flags.tsx')).FlagsPage,
  comments: async () => (await import('./pages/moderation/comments.tsx')).CommentsPage,
  gameAdmin: async () => (await import('./pages/game-admin.tsx')).GameAdminPage,
  chips: async () => (await import('./pages/chips.tsx')).ChipsPage,
  importPeople: async () => (await import('./pages/import-people.tsx')).ImportPeoplePage,
  accounts: async () => (await import('./pages/accounts.tsx')).AccountsPage,
  audit: async () => (await import('./pages/audit.tsx')).AuditPage,
  status: async () => (await import('./pages/status.tsx')).StatusPage,
  verifyEmail: async () => (await import('./pages/verify-email.tsx')).VerifyEmailPage,
  resetPassword: async () => (await import('./pages/reset-password.tsx')).ResetPasswordPage,
  setup: async () => (await import('./pages/setup.tsx')).SetupPage,
  register: async () => (await import('./pages/register.tsx')).RegisterPage,
  poster: async () => (await import('./pages/links/poster.tsx')).PosterPage,
  print: async () => (await import('./pages/print.tsx')).PrintPage,
  profile: async () => (await import('./pages/profile.tsx')).ProfilePage,
  children: () =>
    loadWithTexts('classes', async () => (await import('./pages/nest/children.tsx')).ChildrenPage),
  childCards: async () => (await import('./pages/nest/child-cards.tsx')).ChildCardsPage,
  lockTablet: async () => (await import('./pages/nest/lock-tablet.tsx')).LockTabletPage,
  nestClass: () => loadWithTexts('classes', async () => (await import('./pages/nest/class.tsx')).ClassPage),
  classRule: () =>
    loadWithTexts('classes', async () => (await import('./pages/nest/class-rule.tsx')).ClassRulePage),
  classCards: () =>
    loadWithTexts('classes', async () => (await import('./pages/nest/class-cards.tsx')).ClassCardsPage),
  nest: async () => (await import('./pages/nest/enter.tsx')).EnterNestPage,
  // A preview of the place has its messages.
  child: () => loadWithTexts('nest', async () => (await import('./pages/nest/child.tsx')).ChildPage),
};
