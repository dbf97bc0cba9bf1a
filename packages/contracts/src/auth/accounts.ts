import { Type, type Static } from 'typebox';

import { Role, User } from './sessions.ts';
import { DisplayName, Email, Password } from './sign-in.ts';
import { endpoint } from '../endpoint.ts';
import { IdParams, Nullable, PageQuery, Timestamp, Uuid, withDefault } from '../primitives.ts';
import { because } from '../reasons.ts';

// A member's own account.

export const updateProfile = endpoint({
  operationId: 'updateProfile',
  summary: 'Change the display name; null shows the username',
  method: 'PATCH',
  path: '/api/auth/profile',
  access: 'member',
  body: Type.Object({
    /** 1 to 60 characters after trimming. */
    displayName: Nullable(DisplayName),
  }),
  data: Type.Object({ user: User }),
});

export const changePassword = endpoint({
  operationId: 'changePassword',
  summary: 'Change the password; ends the other sessions',
  method: 'POST',
  path: '/api/auth/change-password',
  access: 'member',
  body: Type.Object({
    currentPassword: Type.String({
      minLength: 1,
      maxLength: 128,
      ...because('account.current-password-missing'),
    }),
    newPassword: Password,
  }),
  errors: ['WRONG_PASSWORD', 'CONFLICT', 'TOO_MANY_REQUESTS', 'TOO_BUSY'],
});

/** The videos that an account uploaded, when it is deleted: they stay without the uploader's name, or are deleted. */
export const UploadedVideos = withDefault(
  Type.Union([Type.Literal('keep'), Type.Literal('delete')], {
    default: 'keep',
    ...because('account.videos-not-valid'),
  }),
);

export const deleteAccount = endpoint({
  operationId: 'deleteAccount',
  summary: "Delete the caller's account and what belongs to it; ends all of its sessions",
  method: 'POST',
  path: '/api/auth/delete-account',
  access: 'member',
  body: Type.Object({
    password: Type.String({ minLength: 1, maxLength: 128, ...because('account.password-missing') }),
    /** Only superadmins may delete them. */
    videos: UploadedVideos,
  }),
  errors: ['WRONG_PASSWORD', 'FORBIDDEN', 'CONFLICT', 'LAST_SUPERADMIN', 'TOO_MANY_REQUESTS', 'TOO_BUSY'],
});

/** One sign-in. `userAgent` is the browser's User-Agent, truncated to 300 characters. */
export const Session = Type.Object({
  id: Uuid,
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  userAgent: Nullable(Type.String()),
  isCurrent: Type.Boolean(),
});
export type Session = Static<typeof Session>;

export const listSessions = endpoint({
  operationId: 'listSessions',
  summary: 'Sessions of the account, most recently used first',
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'member',
  data: Type.Object({ sessions: Type.Array(Session) }),
});

export const endSession = endpoint({
  operationId: 'endSession',
  summary: 'End one session of the account',
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  access: 'member',
  params: IdParams,
  errors: ['SESSION_NOT_FOUND'],
});

export const endOtherSessions = endpoint({
  operationId: 'endOtherSessions',
  summary: 'End all other sessions; with all=true the current one too',
  method: 'DELETE',
  path: '/api/auth/sessions',
  access: 'member',
  query: Type.Object({
    all: withDefault(Type.Boolean({ default: false, ...because('account.all-not-valid') })),
  }),
});

// Calls of superadmins about all accounts.

/** A role as it is given to somebody. */
export const GivenRole = Type.Union([
  Type.Literal('user'),
  Type.Literal('teacher'),
  Type.Literal('superadmin'),
]);
export type GivenRole = Static<typeof GivenRole>;

/** What a teacher may do; what is missing stays as it is. */
const TeacherChange = Type.Object({
  isTrusted: Type.Optional(Type.Boolean()),
  editsLetters: Type.Optional(Type.Boolean()),
  quotaBytes: Type.Optional(Nullable(Type.Integer({ minimum: 0, ...because('account.quota-not-valid') }))),
});

/** An account as superadmins see it. */
export const Account = Type.Object({
  ...User.properties,
  /**
   * Whether somebody who runs the site vouches for it, as a verified email does: a superadmin has created it, given it a role
   * or confirmed it. Missing from a version before.
   */
  isConfirmed: Type.Optional(Type.Boolean()),
  /** A disabled account cannot sign in. */
  isDisabled: Type.Boolean(),
  /** The latest use among the sessions that are still stored. */
  lastSeenAt: Nullable(Timestamp),
  /**
   * When the account, which is disabled until then, is deleted; null if that is not planned. Missing from a version
   * before.
   */
  deletedFrom: Type.Optional(Nullable(Timestamp)),
});
export type Account = Static<typeof Account>;

export const listAccounts = endpoint({
  operationId: 'listAccounts',
  summary:
    'Accounts, newest first, of one role or of all; q searches email, username and display name, or is an id',
  method: 'GET',
  path: '/api/admin/accounts',
  access: 'superadmin',
  query: Type.Object({
    ...PageQuery.properties,
    q: Type.Optional(Type.String({ maxLength: 100, ...because('call.search-too-long') })),
    role: Type.Optional(GivenRole),
  }),
  data: Type.Object({ accounts: Type.Array(Account), nextCursor: Nullable(Type.String()) }),
});

export const updateAccount = endpoint({
  operationId: 'updateAccount',
  summary: 'Change the role of an account and what a teacher may do, or disable it, which ends its sessions',
  method: 'PATCH',
  path: '/api/admin/accounts/:id',
  access: 'superadmin',
  params: IdParams,
  body: Type.Object({
    role: Type.Optional(Role),
    /** Makes the account a teacher, or changes what it may do as one; null takes that away. */
    teacher: Type.Optional(Nullable(TeacherChange)),
    isDisabled: Type.Optional(Type.Boolean()),
    isConfirmed: Type.Optional(Type.Boolean()),
  }),
  data: Type.Object({ account: Account }),
  errors: ['USER_NOT_FOUND', 'LAST_SUPERADMIN', 'CONFLICT'],
});

export const sendAccountReset = endpoint({
  operationId: 'sendAccountReset',
  summary: 'Send the owner of an account a link to choose a new password',
  method: 'POST',
  path: '/api/admin/accounts/:id/reset-email',
  access: 'superadmin',
  params: IdParams,
  errors: ['USER_NOT_FOUND', 'ACCOUNT_DISABLED'],
});

/** An unused invitation whose link has not expired. */
export const Invitation = Type.Object({
  id: Uuid,
  email: Type.String(),
  role: GivenRole,
  createdAt: Timestamp,
  expiresAt: Timestamp,
});
export type Invitation = Static<typeof Invitation>;

export const createInvitation = endpoint({
  operationId: 'createInvitation',
  summary: 'Send an invitation to register; it replaces an earlier one to the same email',
  method: 'POST',
  path: '/api/admin/invitations',
  access: 'superadmin',
  body: Type.Object({ email: Email, role: Type.Optional(GivenRole) }),
  data: Type.Object({ invitation: Invitation }),
  status: 201,
  errors: ['EMAIL_TAKEN', 'REGISTRATION_CLOSED'],
});

export const listInvitations = endpoint({
  operationId: 'listInvitations',
  summary: 'Open invitations, newest first',
  method: 'GET',
  path: '/api/admin/invitations',
  access: 'superadmin',
  data: Type.Object({ invitations: Type.Array(Invitation) }),
});

export const deleteInvitation = endpoint({
  operationId: 'deleteInvitation',
  summary: 'Revoke an invitation; its link stops working',
  method: 'DELETE',
  path: '/api/admin/invitations/:id',
  access: 'superadmin',
  params: IdParams,
  errors: ['INVITATION_NOT_FOUND'],
});
