import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { Language } from '../languages.ts';
import { IdParams, Nullable, Timestamp, Uuid } from '../primitives.ts';

/** The two roles of accounts. Superadmins manage videos, the game and all accounts. */
export const Role = Type.Union([Type.Literal('user'), Type.Literal('superadmin')]);
export type Role = Static<typeof Role>;

/** What a teacher may do. Teachers have the role `user`, so that a service from before them sees a plain user. */
export const Teacher = Type.Object({
  /** Whether uploads appear without approval. */
  isTrusted: Type.Boolean(),
  editsLetters: Type.Boolean(),
  /** What their videos may take up; null is the site's `TEACHER_QUOTA_BYTES`. */
  quotaBytes: Nullable(Type.Integer()),
});
export type Teacher = Static<typeof Teacher>;

/** An account as its owner sees it. */
export const User = Type.Object({
  id: Uuid,
  username: Type.String(),
  displayName: Nullable(Type.String()),
  email: Type.String(),
  emailVerified: Type.Boolean(),
  role: Role,
  teacher: Nullable(Teacher),
  /** For pages and mails; null is the default of the site. */
  language: Nullable(Language),
  createdAt: Timestamp,
});
export type User = Static<typeof User>;

/** The access token (a JWT) and the refresh token, which is used once and then replaced. */
export const Tokens = Type.Object({ accessToken: Type.String(), refreshToken: Type.String() });
export type Tokens = Static<typeof Tokens>;

/** The outcome of a sign-in: a new session and its user. */
export const SignedIn = Type.Object({ ...Tokens.properties, user: User });
export type SignedIn = Static<typeof SignedIn>;

/** Whether registration is open to everybody, to invited people only, or closed. */
export const Registration = Type.Union([
  Type.Literal('open'),
  Type.Literal('invite'),
  Type.Literal('closed'),
]);
export type Registration = Static<typeof Registration>;

export const getAuthSettings = endpoint({
  operationId: 'getAuthSettings',
  summary: 'Public settings of sign-in and registration',
  method: 'GET',
  path: '/api/auth/settings',
  access: 'anyone',
  data: Type.Object({ registration: Registration }),
});

export const getProfile = endpoint({
  operationId: 'getProfile',
  summary: 'The signed-in user',
  method: 'GET',
  path: '/api/auth/profile',
  access: 'member',
  data: Type.Object({ user: User }),
});

export const refreshToken = endpoint({
  operationId: 'refreshToken',
  summary: 'Exchange a refresh token for its successor and a new access token',
  method: 'POST',
  path: '/api/auth/refresh-token',
  access: 'anyone',
  whileReadOnly: true,
  body: Type.Object({ refreshToken: Type.String({ minLength: 1, maxLength: 512 }) }),
  data: Tokens,
  errors: ['INVALID_REFRESH_TOKEN'],
});

export const logout = endpoint({
  operationId: 'logout',
  summary: 'End the session of the token',
  method: 'POST',
  path: '/api/auth/logout',
  access: 'member',
  whileReadOnly: true,
});

/** The state of one session, for services that cache it (design section 4). */
export const getSession = endpoint({
  operationId: 'getSession',
  summary: 'Whether a session is active, and its user',
  method: 'GET',
  path: '/internal/sessions/:id',
  access: 'internal',
  params: Type.Object({ id: Uuid }),
  data: Type.Object({
    active: Type.Boolean(),
    user: Nullable(
      Type.Object({
        id: Uuid,
        username: Type.String(),
        role: Role,
        /** Missing in a session state from a version before teachers. */
        teacher: Type.Optional(Nullable(Teacher)),
      }),
    ),
  }),
});

/** What accounts are on the site now, for catalog, which ends what the makers of links no longer may show. */
export const listStandings = endpoint({
  operationId: 'listStandings',
  summary: 'The roles of up to 100 accounts; disabled and unknown ones are omitted',
  method: 'POST',
  path: '/internal/users/standings',
  access: 'internal',
  body: Type.Object({ ids: Type.Array(Uuid, { maxItems: 100 }) }),
  data: Type.Object({
    users: Type.Array(Type.Object({ id: Uuid, role: Role, isTeacher: Type.Boolean() })),
  }),
});

/** What decides whether an account may write comments. */
export const Author = Type.Object({
  id: Uuid,
  username: Type.String(),
  displayName: Nullable(Type.String()),
  role: Role,
  isTeacher: Type.Boolean(),
  /** Whether the email is verified, or somebody who runs the site vouches for the account (`Account.isConfirmed`). */
  isVerified: Type.Boolean(),
  /** Whether the site sends mails, so that an email can be verified; missing in an answer from before it. */
  canVerify: Type.Optional(Type.Boolean()),
  createdAt: Timestamp,
});
export type Author = Static<typeof Author>;

export const readAuthor = endpoint({
  operationId: 'readAuthor',
  summary: 'Whether an account may write comments; null for a disabled or unknown one',
  method: 'GET',
  path: '/internal/users/:id/author',
  access: 'internal',
  params: IdParams,
  data: Type.Object({ author: Nullable(Author) }),
});

/** The accounts that are told what needs a superadmin. */
export const listSuperadmins = endpoint({
  operationId: 'listSuperadmins',
  summary: 'The ids of all superadmins that are not disabled',
  method: 'GET',
  path: '/internal/users/superadmins',
  access: 'internal',
  data: Type.Object({ ids: Type.Array(Uuid) }),
});

/** Names of users, for services that store a copy, such as an uploader's name with a video. */
export const listUserNames = endpoint({
  operationId: 'listUserNames',
  summary: 'Names of up to 100 users; unknown ids are omitted',
  method: 'POST',
  path: '/internal/users/names',
  access: 'internal',
  body: Type.Object({ ids: Type.Array(Uuid, { maxItems: 100 }) }),
  data: Type.Object({
    users: Type.Array(
      Type.Object({ id: Uuid, username: Type.String(), displayName: Nullable(Type.String()) }),
    ),
  }),
});
