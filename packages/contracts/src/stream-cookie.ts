/**
 * The cookie that lets `<img>`, `<video>` and native players ask for what their viewer may see: catalog gives it, and
 * auth takes it away at sign-out. Browsers send it below `STREAM_COOKIE_PATH` alone.
 */
export const STREAM_COOKIE = 'larksong_stream';
export const STREAM_COOKIE_PATH = '/hls/';
export const STREAM_COOKIE_SECONDS = 600;

/** Tells catalog that the browser has a fresh stream cookie, which it does not send to calls; holds the session's id. */
export const STREAM_MARK_COOKIE = 'larksong_stream_given';
export const STREAM_MARK_COOKIE_PATH = '/api/';
