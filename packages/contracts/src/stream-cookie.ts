/**
 * The cookie that lets `<img>`, `<video>` and native players ask for what their viewer may see: catalog gives it, and
 * auth takes it away at sign-out. Browsers send it below `STREAM_COOKIE_PATH` alone.
 */
export const STREAM_COOKIE = 'larksong_stream';
export const STREAM_COOKIE_PATH = '/hls/';
