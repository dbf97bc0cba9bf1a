/**
 * The pages that no child opens. Each names the files of its code and styles, which would otherwise be part of every first
 * load.
 */
export const pages = {
  upload: async () => (await import('./upload.tsx')).UploadPage,
  importVideos: async () => (await import('./import-videos.tsx')).ImportVideosPage,
  transcoding: async () => (await import('./transcoding.tsx')).TranscodingPage,
  approvals: async () => (await import('./approvals.tsx')).ApprovalsPage,
  gameAdmin: async () => (await import('./game-admin.tsx')).GameAdminPage,
  chips: async () => (await import('./chips.tsx')).ChipsPage,
  importPeople: async () => (await import('./import-people.tsx')).ImportPeoplePage,
  accounts: async () => (await import('./accounts.tsx')).AccountsPage,
  audit: async () => (await import('./audit.tsx')).AuditPage,
  status: async () => (await import('./status.tsx')).StatusPage,
  verifyEmail: async () => (await import('./verify-email.tsx')).VerifyEmailPage,
  resetPassword: async () => (await import('./reset-password.tsx')).ResetPasswordPage,
  setup: async () => (await import('./setup.tsx')).SetupPage,
  register: async () => (await import('./register.tsx')).RegisterPage,
  poster: async () => (await import('./links/poster.tsx')).PosterPage,
  print: async () => (await import('./print.tsx')).PrintPage,
  profile: async () => (await import('./profile.tsx')).ProfilePage,
  children: async () => (await import('./nest/children.tsx')).ChildrenPage,
};
