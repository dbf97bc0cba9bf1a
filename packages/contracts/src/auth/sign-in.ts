import { Type } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { Language } from '../languages.ts';
import { because } from '../reasons.ts';
import { SignedIn } from './sessions.ts';

/** An email that an account is going to have. Auth normalizes it. */
export const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$',
  ...because('account.email-not-valid'),
});

/** An email that is only looked up, so its form is not checked. */
const GivenEmail = Type.String({ minLength: 1, maxLength: 254, ...because('account.email-needed') });

/** The secret in the link of an e-mail. */
const LinkToken = Type.String({
  minLength: 1,
  maxLength: 200,
  ...because('account.link-incomplete'),
});

export const Username = Type.String({
  minLength: 3,
  maxLength: 32,
  pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{N}._-]*$',
  ...because('account.username-not-valid'),
});

/** The name that others see, on one line: control characters and those that turn the direction of text would change the texts around it. */
const displayName = {
  maxLength: 60,
  pattern: '^[^\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$',
  ...because('account.display-name-not-valid'),
};

export const DisplayName = Type.String({ ...displayName, minLength: 1 });

export const DisplayNameOrEmpty = Type.String(displayName);

/** A new password; the rules that depend on the account are checked by auth. */
export const Password = Type.String({
  minLength: 8,
  maxLength: 128,
  ...because('account.password-length'),
});

export const register = endpoint({
  operationId: 'register',
  summary: 'Create an account and sign in with it',
  method: 'POST',
  path: '/api/auth/register',
  access: 'anyone',
  body: Type.Object({
    username: Username,
    email: Email,
    password: Password,
    /** From the link of an invitation; required if `registration` is `invite`. */
    inviteToken: Type.Optional(LinkToken),
    /** The language of the account. */
    language: Type.Optional(Language),
  }),
  data: SignedIn,
  status: 201,
  errors: [
    'EMAIL_TAKEN',
    'USERNAME_TAKEN',
    'REGISTRATION_CLOSED',
    'INVITATION_NEEDED',
    'INVITATION_NOT_VALID',
    'CONFLICT',
    'TOO_MANY_REQUESTS',
    'TOO_MANY_REGISTRATIONS',
    'TOO_BUSY',
  ],
});

/** Only this deletes the cookie of a nest. */
export const login = endpoint({
  operationId: 'login',
  summary: 'Sign in',
  method: 'POST',
  path: '/api/auth/login',
  access: 'anyone',
  inNest: 'open',
  whileReadOnly: true,
  body: Type.Object({
    email: Type.String({ minLength: 1, maxLength: 254, ...because('account.email-missing') }),
    password: Type.String({ minLength: 1, maxLength: 128, ...because('account.password-missing') }),
    /** The refresh token of the nests that are on this device; their session ends. */
    leaves: Type.Optional(Type.String({ maxLength: 512 })),
  }),
  data: SignedIn,
  errors: ['INVALID_CREDENTIALS', 'ACCOUNT_DISABLED', 'TOO_MANY_REQUESTS', 'TOO_BUSY'],
});

export const resendVerification = endpoint({
  operationId: 'resendVerification',
  summary: 'Send the verification mail again; the response is the same whether or not the account exists',
  method: 'POST',
  path: '/api/auth/resend-verification',
  access: 'anyone',
  body: Type.Object({ email: GivenEmail }),
});

export const forgotPassword = endpoint({
  operationId: 'forgotPassword',
  summary: 'Send a link to choose a new password; the response is the same whether or not the account exists',
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'anyone',
  body: Type.Object({ email: GivenEmail }),
});

export const verifyEmail = endpoint({
  operationId: 'verifyEmail',
  summary: 'Confirm an email with the token of its link, which works once and for 24 hours',
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'anyone',
  body: Type.Object({ token: LinkToken }),
  errors: ['LINK_NOT_VALID'],
});

export const resetPassword = endpoint({
  operationId: 'resetPassword',
  summary:
    'Choose a new password with the token of a link, which works once and for one hour; ends all sessions',
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'anyone',
  body: Type.Object({ token: LinkToken, password: Password }),
  errors: ['LINK_NOT_VALID', 'TOO_BUSY'],
});

export const checkResetLink = endpoint({
  operationId: 'checkResetLink',
  summary: 'Whether a link for a new password is valid; does not use it',
  method: 'POST',
  path: '/api/auth/reset-password/check',
  access: 'anyone',
  body: Type.Object({ token: LinkToken }),
  data: Type.Object({ isValid: Type.Boolean() }),
});
