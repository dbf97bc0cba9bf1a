import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { directionOf, type Language } from '@larksong/contracts';
import type { Translate } from '@larksong/languages';

import { acceptsEncoding } from '../accepts-encoding.ts';
import { renderDetails, renderStill, type PageDetails } from './page-details.ts';

/** The page of the built web client, which is the same for all addresses except for its details. */
export interface Page {
  /** Returns whether the web client has a page at a path, other than "Page not found". */
  hasRoute: (path: string) => boolean;
  /** Values of a Content-Security-Policy for the scripts and styles in the page itself. */
  inline: InlineHashes;
  /** Returns the page at a path, in the language of `t`. */
  render: (path: string, details: PageDetails, t: Translate) => string;
}

export interface InlineHashes {
  scripts: string[];
  styles: string[];
}

const HTML = '<html lang="en">';
const NO_SCRIPT = /(<noscript>)[^]*(?=<\/noscript>)/;
const DETAILS = /<!-- details -->[^]*<!-- \/details -->/;
const STILL = '<!-- still -->';
const EARLY = '<!-- early -->';
/** The first of the files that the build lists for pages of videos. */
const EARLY_FILE = /<meta name="watch-files" content="\/([^" ]+)/;

/**
 * Returns a function that returns the page and reads it again only after a new build. Throws if the client in `root` is not
 * built.
 */
export function createPageReader(root: string): () => Promise<Page> {
  let last: { version: string; page: Page } | undefined;
  return async () => {
    const version = await readVersion(join(root, 'index.html'));
    if (version === undefined) throw new Error(`WEB_DIR has no index.html (${root}): build the web client.`);
    if (last?.version !== version) last = { version, page: await readPage(root) };
    return last.page;
  };
}

async function readVersion(path: string): Promise<string | undefined> {
  try {
    const { mtimeMs, size } = await stat(path);
    return `${mtimeMs} ${size}`;
  } catch {
    return undefined;
  }
}

async function readPage(root: string): Promise<Page> {
  const html = await readFile(join(root, 'index.html'), 'utf8');
  if (!DETAILS.test(html))
    throw new Error(`index.html in WEB_DIR has no place for details (${root}): build the web client.`);
  const routes = await readRoutes(root);
  const catalogues = await readCatalogues(root);
  const early = await readEarlyScript(root, html);
  const nest = await readNestFiles(root);
  return {
    hasRoute: (path) => findRoute(routes, path) !== undefined,
    inline: {
      scripts: [...hashesOf('script', html), ...[...early, ...nest.scripts].map(toHash)],
      styles: hashesOf('style', html),
    },
    // Functions, since a title may contain the patterns of replacements, such as $&.
    render: (path, details, t) => {
      const scripts = details.isNest ? nest.scripts : details.video?.start ? early : [];
      const catalogue = (catalogues[findRoute(routes, path) || '/'] ?? catalogues['*'])?.[t.language];
      // Found with the page, so that the code does not have to ask for it later.
      const preload = catalogue ? `<link rel="modulepreload" crossorigin href="${catalogue}">` : '';
      return html
        .replace(HTML, `<html lang="${t.language}" dir="${directionOf(t.language)}">`)
        .replace(NO_SCRIPT, (_, start: string) => start + t('page.no-script'))
        .replace(EARLY, () => {
          const inline = scripts.map((code) => `<script>${code}</script>`).join('');
          return preload + (details.isNest ? nest.list : '') + inline;
        })
        .replace(STILL, () => renderStill(details))
        .replace(DETAILS, () => renderDetails(details));
    },
  };
}

/** Returns the script that plays the beginning of a video before the page's code has arrived; none if the client has none. */
async function readEarlyScript(root: string, html: string): Promise<string[]> {
  const [, name] = html.includes(EARLY) ? (EARLY_FILE.exec(html) ?? []) : [];
  return name === undefined ? [] : [await readFile(join(root, name), 'utf8')];
}

/**
 * Reads what a page needs in a browser in which a nest is: the script that requests its place, and the element that lists
 * the files of its code for that script. None if the client has none.
 */
async function readNestFiles(root: string): Promise<{ scripts: string[]; list: string }> {
  const text = await readFile(join(root, 'nest.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return { scripts: [], list: '' };
  const { script, files } = JSON.parse(text) as { script: string; files: string[] }; // written by web/build/nest-files.ts
  return { scripts: [script], list: `<meta name="nest-files" content="${files.join(' ')}">` };
}

/** Reads the route table that the build of the web client wrote. */
async function readRoutes(root: string): Promise<Set<string>> {
  try {
    const paths = JSON.parse(await readFile(join(root, 'pages.json'), 'utf8')) as string[]; // written by web/build/page-list.ts
    return new Set(paths.map(toRoute));
  } catch (cause) {
    throw new Error(`WEB_DIR has no pages.json (${root}): build the web client.`, { cause });
  }
}

/** Reads which file of messages each page needs in each language; none if the client has one language only. */
async function readCatalogues(root: string): Promise<Record<string, Partial<Record<Language, string>>>> {
  const text = await readFile(join(root, 'catalogues.json'), 'utf8').catch(() => '{}');
  return JSON.parse(text) as Record<string, Partial<Record<Language, string>>>; // written by web/build/catalogues.ts
}

/** Returns the entry of the route table for a path; in entries such as `/lists/:id`, a name stands for any one segment. */
function findRoute(routes: ReadonlySet<string>, path: string): string | undefined {
  const wanted = toRoute(path);
  if (routes.has(wanted)) return wanted;
  const segments = wanted.split('/');
  return [...routes].find((route) => route.includes('/:') && isMatch(route.split('/'), segments));
}

function isMatch(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
  );
}

/** Like the router of the web client, ignores case and a slash at the end. */
function toRoute(path: string): string {
  return path.replace(/\/+$/, '').toLowerCase();
}

function hashesOf(element: 'script' | 'style', html: string): string[] {
  const found = html.matchAll(new RegExp(`<${element}(?: type="module")?>([^]*?)</${element}>`, 'g'));
  return Array.from(found, ([, text = '']) => toHash(text));
}

function toHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

export type Encoding = 'br' | 'gzip' | undefined;

/** Returns the smallest encoding that a client accepts; undefined if it accepts none. */
export function chooseEncoding(accepted: string | string[] | undefined): Encoding {
  return (['br', 'gzip'] as const).find((encoding) => acceptsEncoding(accepted, encoding));
}

/** Returns a tag that depends on content and encoding. */
export function toEtag(html: string, encoding: Encoding): string {
  return `"${createHash('sha256').update(html).digest('base64url')}-${encoding ?? 'identity'}"`;
}

/** A page of a video is compressed for each request: a higher quality would take ten times as long for a tenth less. */
const BROTLI_QUALITY = 5;

/** Returns a page in an encoding; unchanged without one. */
export async function compress(html: string, encoding: Encoding): Promise<Buffer> {
  const bytes = Buffer.from(html);
  if (encoding === 'br')
    return promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    });
  return encoding === 'gzip' ? promisify(gzip)(bytes) : bytes;
}
