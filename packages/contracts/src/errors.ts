/**
 * The closed list of failures that a Larksong service can return.
 * `status` is the HTTP status, `message` the sentence for the user unless the thrower passes a better one.
 */
export const ERRORS = {
  VALIDATION_FAILED: { status: 400, message: 'Some of the information is missing or not valid.' },
  MALFORMED_REQUEST: { status: 400, message: 'The request could not be understood.' },
  LINK_NOT_VALID: { status: 400, message: 'This link is no longer valid. Please request a new one.' },
  WRONG_PASSWORD: { status: 400, message: 'The current password is incorrect.' },
  INVITATION_NOT_VALID: {
    status: 400,
    message: 'This invitation is no longer valid. Please ask for a new one.',
  },
  UNAUTHENTICATED: { status: 401, message: 'Please sign in.' },
  INVALID_CREDENTIALS: { status: 401, message: 'Incorrect email or password.' },
  INVALID_REFRESH_TOKEN: { status: 401, message: 'Your session has ended. Please sign in again.' },
  FORBIDDEN: { status: 403, message: 'Superadmin required' },
  REGISTRATION_CLOSED: { status: 403, message: 'Registration is closed on this site.' },
  INVITATION_NEEDED: {
    status: 403,
    message: 'You need an invitation to register on this site. Please ask the people who run it.',
  },
  ACCOUNT_DISABLED: {
    status: 403,
    message: 'This account is disabled. Please ask the people who run this site.',
  },
  SETUP_CODE_WRONG: {
    status: 403,
    message: 'This code is incorrect. Please compare it with the one that was printed.',
  },
  WRONG_PIN: { status: 403, message: 'This is not the PIN.' },
  PIN_RESTS: {
    status: 403,
    message: 'After many wrong PINs, only the password helps. Please sign in with it.',
  },
  NEST_RESTS: { status: 403, message: 'It is enough for today.' },
  NOT_FOUND: { status: 404, message: 'There is nothing at this address.' },
  VIDEO_NOT_FOUND: { status: 404, message: 'This video does not exist.' },
  LIST_NOT_FOUND: { status: 404, message: 'This list does not exist.' },
  LINK_NOT_OPEN: { status: 404, message: 'This link does not open.' },
  NEST_NOT_FOUND: { status: 404, message: 'This nest does not exist.' },
  CARD_NOT_OPEN: { status: 404, message: 'This link does not open.' },
  CAPTION_NOT_FOUND: { status: 404, message: 'These subtitles no longer exist.' },
  UPLOAD_NOT_FOUND: { status: 404, message: 'This upload no longer exists. Please start it again.' },
  USER_NOT_FOUND: { status: 404, message: 'This user does not exist.' },
  SESSION_NOT_FOUND: { status: 404, message: 'This session no longer exists.' },
  INVITATION_NOT_FOUND: { status: 404, message: 'This invitation no longer exists.' },
  CATEGORY_NOT_FOUND: { status: 404, message: 'This letter does not exist.' },
  IMPORT_NOT_FOUND: { status: 404, message: 'This import no longer exists.' },
  ITEM_NOT_FOUND: { status: 404, message: 'This item does not exist.' },
  EMAIL_TAKEN: { status: 409, message: 'This email is already registered.' },
  USERNAME_TAKEN: { status: 409, message: 'This username is already taken.' },
  LAST_SUPERADMIN: {
    status: 409,
    message: 'This is the only superadmin. Please make someone else a superadmin first.',
  },
  NO_PIN: { status: 409, message: 'Choose a PIN first, which leads out of the nest.' },
  MAIL_REFUSED: { status: 409, message: 'The mail server did not accept the message.' },
  CATEGORY_TAKEN: { status: 409, message: 'This letter already exists.' },
  CONFLICT: { status: 409, message: 'Someone else has changed this in the meantime. Please try again.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'This is larger than the server accepts.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'This kind of content is not accepted here.' },
  RANGE_NOT_SATISFIABLE: { status: 416, message: 'This part of the file does not exist.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  TOO_MANY_REGISTRATIONS: {
    status: 429,
    message:
      'Many people have just registered on this site, so it needs an invitation for a while. Please try again later, or ask the people who run it to invite you.',
  },
  INTERNAL: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  BAD_GATEWAY: { status: 502, message: 'A part of the site did not respond properly. Please try again.' },
  UNAVAILABLE: {
    status: 503,
    message: 'This part of the site is not available right now. Please try again in a moment.',
  },
  MAINTENANCE: {
    status: 503,
    message: 'This site is under maintenance. Nothing can be changed right now; please try again later.',
  },
  TOO_BUSY: { status: 503, message: 'The site is busy right now. Please try again in a moment.' },
  STORAGE_FULL: { status: 507, message: 'There is not enough space left on the server for this file.' },
  GATEWAY_TIMEOUT: { status: 504, message: 'A part of the site took too long to respond. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Returns whether a value is one of the codes above. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code);
}
