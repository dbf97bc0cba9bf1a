/**
 * The cookie that authorises `<img>`, `<video>` and native players to load the viewer's media. Catalog sets it, and auth
 * deletes it at sign-out. Browsers send it only under `STREAM_COOKIE_PATH`.
 */
export const STREAM_COOKIE = 'larksong_stream';
export const STREAM_COOKIE_PATH = '/hls/';
export const STREAM_COOKIE_SECONDS = 600;

/** Tells catalog that the browser has a fresh stream cookie, which is not sent with calls; holds the session id. */
export const STREAM_MARK_COOKIE = 'larksong_stream_given';
export const STREAM_MARK_COOKIE_PATH = '/api/';

/**
 * How the names of the cookies of guests begin, one for each link that a browser has opened. Catalog sets them, below the
 * streams and below the calls of guests.
 */
export const GUEST_COOKIE = 'larksong_guest_';
export const GUEST_COOKIE_PATHS = [STREAM_COOKIE_PATH, '/api/links/'] as const;

/**
 * Tells the gateway that a nest is in this browser, and nothing more. It outlives the nest's session: only a password
 * deletes it. The names of nests' cookies begin with none of those above.
 */
export const NEST_COOKIE = 'larksong_nest';
export const NEST_COOKIE_SECONDS = 34_560_000; // 400 days, the longest that browsers keep one

/** As `STREAM_COOKIE`, for the nest whose place the browser shows. */
export const NEST_STREAM_COOKIE = 'larksong_nest_stream';

/** As `STREAM_MARK_COOKIE`, for `NEST_STREAM_COOKIE`; holds the ids of session and nest. */
export const NEST_MARK_COOKIE = 'larksong_nest_given';
export const NEST_MARK_COOKIE_PATH = '/api/nest/';
export const NEST_MARK_COOKIE_SECONDS = 300;
