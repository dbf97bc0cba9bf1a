import { readFileSync } from 'node:fs';

/** The lark's mark of `web/public/mark.svg` as a PNG of 96 × 96 pixels, since mail programs do not show SVG. */
export const MARK_PNG = readFileSync(new URL('mark.png', import.meta.url));

/** The Content-ID by which the HTML part of a mail shows it. */
export const MARK_CID = 'mark@larksong';
