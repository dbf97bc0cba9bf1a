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
