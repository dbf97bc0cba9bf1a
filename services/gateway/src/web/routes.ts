import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

import fastifyStatic from '@fastify/static';
import { isLanguage, LANGUAGE_COOKIE, linkedVideo, type Language, type auth } from '@larksong/contracts';
import { createTexts, type Translate } from '@larksong/languages';
import { AppError, parseUuid } from '@larksong/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

import type { SiteAnnouncement } from '../announcement.ts';
import type { KnownSiteAccess } from '../site-access.ts';
import { isPagePath } from '../proxy/upstreams.ts';
import { chooseEncoding, compress, createPageReader, toEtag, type InlineHashes } from './page.ts';
import { linkDetails, nestDetails, siteDetails, videoDetails, type PageDetails } from './page-details.ts';
import { isLinkPage, type LinkPreviews } from './link-previews.ts';
import { createManifestReader, MANIFEST } from './manifest.ts';
import type { PublicVideos } from './public-videos.ts';
import type { KnownSite } from './known-site.ts';

interface WebOptions {
  /** Folder of the built web client. */
  root: string;
  publicUrl: string;
  videos: PublicVideos;
  linkPreviews: LinkPreviews;
  site: KnownSite;
  announcement: SiteAnnouncement;
  siteAccess: KnownSiteAccess;
  /** Returns the Content-Security-Policy of a page with its own scripts and styles. */
  policyWith: (inline: InlineHashes) => string;
}

/** Files whose name contains a hash of their content, as Vite names them. */
const HASHED = /^assets\/.+-[\w-]{8,}\.\w+$/;

/** The page whose `?v=` names the video; people share links to it. */
const WATCH_PATH = /^\/songs\/?$/i;

/**
 * Registers the built web client: its files, and its single page for every path that may be a page. Throws if the client
 * is not built.
 */
export async function registerWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { root } = options;
  const sendPage = createSendPage(options);
  await sendPage.check();
  await app.register(fastifyStatic, { root, serve: false, dotfiles: 'deny', preCompressed: true });
  registerManifest(app, options);

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    async handler(request, reply) {
      const path = decodeURIComponent(request.url.split('?')[0] ?? '/');
      const name = path.slice(1);
      if (!isPagePath(path) || hasHiddenPart(name)) throw new AppError('NOT_FOUND');
      if (name !== '' && name !== 'index.html' && (await isFile(join(root, name))))
        return HASHED.test(name)
          ? reply.sendFile(name, { maxAge: '365d', immutable: true })
          : reply.sendFile(name, { maxAge: '5m' });
      if (!isNavigation(request, name)) throw new AppError('NOT_FOUND');
      return sendPage.send(request, reply, path);
    },
  });
}

/** Registers the web manifest, which has the name of the site. Browsers ask for it again each time, as for the page. */
function registerManifest(app: FastifyInstance, { root, site }: WebOptions): void {
  const readManifest = createManifestReader(root);
  app.route({
    method: ['GET', 'HEAD'],
    url: `/${MANIFEST}`,
    async handler(request, reply) {
      const { name, languages } = await site.get();
      const text = await readManifest(name, textsIn(languageOf(request, languages)));
      if (text === undefined) throw new AppError('NOT_FOUND');
      const etag = toEtag(text, undefined);
      reply.headers({ 'cache-control': 'no-cache', etag });
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      return reply.type('application/manifest+json; charset=utf-8').send(text);
    },
  });
}

/** Returns whether a request opens a page rather than a missing file. */
function isNavigation(request: FastifyRequest, name: string): boolean {
  const { accept } = request.headers;
  const takesHtml = accept === undefined || accept.includes('text/html') || accept.includes('*/*');
  return takesHtml && (name === 'index.html' || extname(name) === '');
}

function hasHiddenPart(name: string): boolean {
  return name.split('/').some((part) => part.startsWith('.'));
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** Compressed pages in memory: those without a video, in each language and encoding, and those of popular songs. */
const MAX_BODIES = 200;

function createSendPage(options: WebOptions) {
  const readPage = createPageReader(options.root);
  const bodies = new LRUCache<string, Buffer>({ max: MAX_BODIES });

  return {
    check: readPage,
    /**
     * Sends the page, compressed if the client accepts it. It names the files of its build, and a video in it may become
     * private at any time, so it is revalidated each time.
     */
    async send(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
      const page = await readPage();
      const site = await options.site.get();
      const t = textsIn(languageOf(request, site.languages));
      const html = page.render(path, await findDetails(request, path, { ...options, ...site, t }), t);
      const encoding = chooseEncoding(request.headers['accept-encoding']);
      const etag = toEtag(html, encoding);
      const isFound = page.hasRoute(path);
      reply.headers({
        'cache-control': 'no-cache',
        vary: 'accept-encoding, cookie',
        etag,
        'content-security-policy': options.policyWith(page.inline),
        ...(isLinkPage(path) ? OF_LINKS : {}),
        ...(request.isNest ? OF_NESTS : {}),
      });
      if (isFound && request.headers['if-none-match'] === etag) return reply.status(304).send();
      const body = bodies.get(etag) ?? (await compress(html, encoding));
      bodies.set(etag, body);
      if (encoding) reply.header('content-encoding', encoding);
      return reply
        .status(isFound ? 200 : 404)
        .type('text/html; charset=utf-8')
        .send(body);
    },
  };
}

/** The address of the page of a link is a key, which no other site, cache or search engine is to have. */
const OF_LINKS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** No cache may have the page of a browser in which a nest is, nor such a browser one of another. */
const OF_NESTS = { 'cache-control': 'no-store' };

const textsIn = createTexts('gateway');

/** Returns the language that the visitor chose, if the site offers it, and otherwise the default. */
function languageOf({ headers }: FastifyRequest, languages: auth.SiteLanguages): Language {
  const [, chosen] = new RegExp(`(?:^|; ?)${LANGUAGE_COOKIE}=([^;]*)`).exec(headers.cookie ?? '') ?? [];
  return isLanguage(chosen) && languages.offered.includes(chosen) ? chosen : languages.default;
}

interface PageSite {
  name: string;
  languages: auth.SiteLanguages;
  t: Translate;
}

async function findDetails(
  request: FastifyRequest,
  path: string,
  { publicUrl, videos, linkPreviews, name, languages, announcement, siteAccess, t }: WebOptions & PageSite,
): Promise<PageDetails> {
  const { isNest } = request;
  const id = WATCH_PATH.test(path) && !isNest ? parseUuid(videoOf(request.url)) : undefined;
  const isLink = isLinkPage(path) && !isNest;
  const [announced, access, video, list] = await Promise.all([
    announcement.get(),
    siteAccess.get(),
    id === undefined ? undefined : videos.find(id, request.network),
    isLink ? linkPreviews.find(path, request.network) : undefined,
  ]);
  const site = { name, languages, announcement: announced, access, publicUrl, t };
  if (isNest) return nestDetails(site);
  if (isLink) return linkDetails(site, list);
  return video ? videoDetails(site, video) : siteDetails(site);
}

/** Returns the video that the web client would open. */
function videoOf(url: string): string {
  return linkedVideo(new URLSearchParams(url.slice(url.indexOf('?') + 1)));
}
