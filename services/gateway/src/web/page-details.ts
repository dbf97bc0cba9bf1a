import { catalog, type auth } from '@larksong/contracts';
import type { Translate } from '@larksong/languages';

/** The head of a page: its title, and the preview that a link to it gets elsewhere. */
export interface PageDetails {
  /** The name of the site. */
  siteName: string;
  languages: auth.SiteLanguages;
  announcement: auth.Announcement | null;
  /** Undefined until catalog has said it. */
  access: catalog.SiteAccess | undefined;
  title: string;
  description: string;
  /** Absolute address. */
  image: string;
  /** Whether it is for people who have its address, and no search engine. */
  isUnlisted?: boolean;
  /** Whether a nest is in the browser, whose page says nothing about songs and lists. */
  isNest?: boolean;
  /**
   * The video of the page: its absolute address, the picture shown before its player, and the data that the early
   * script of the web client needs to play it.
   */
  video?: { address: string; still: Still | null; start: catalog.StreamStart | null };
}

/** A picture on this site, with width / height of the film that it stands for. */
interface Still {
  path: string;
  ratio: number;
}

/** The parts of a public video that its page contains. */
export interface VideoSummary extends catalog.StreamStart {
  id: string;
  title: string;
  description: string;
  playable: boolean;
  /** In pixels; null while it is not known. */
  width: number | null;
  height: number | null;
}

/** One of the web client's own files. */
const IMAGE = '/share.png';

/** Previews show less; a longer text would only make the page larger. */
const MAX_NAME = 60;
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 300;

/** The site of a page. */
export interface Site {
  name: string;
  announcement: auth.Announcement | null;
  access: catalog.SiteAccess | undefined;
  publicUrl: string;
  languages: auth.SiteLanguages;
  /** The sentences of the page in its language. */
  t: Translate;
}

/** Returns the details of every page that shows no public video. They are the same for all of them. */
export function siteDetails({ name, announcement, access, publicUrl, languages, t }: Site): PageDetails {
  const siteName = toLine(name, MAX_NAME);
  return {
    siteName,
    announcement,
    access,
    title: siteName,
    languages,
    description: t('page.description'),
    image: new URL(IMAGE, publicUrl).href,
  };
}

/** Returns the details of every page for a browser in which a nest is, whatever its address. */
export function nestDetails(site: Site): PageDetails {
  return { ...siteDetails(site), isUnlisted: true, isNest: true };
}

/**
 * Returns the details of the page of a link: the title and the drawn cover of its list, if they are known, and nothing else
 * of it.
 */
export function linkDetails(site: Site, list: catalog.LinkPreview | undefined): PageDetails {
  const details = siteDetails(site);
  if (!list) return { ...details, isUnlisted: true };
  const title = toLine(list.name, MAX_TITLE) || details.title;
  const image = new URL(catalog.listCoverPath(list), site.publicUrl).href;
  return { ...details, title, image, isUnlisted: true };
}

/** Returns the details of a public video's page. Its addresses begin with `publicUrl`. */
export function videoDetails(site: Site, video: VideoSummary): PageDetails {
  const { publicUrl, t } = site;
  const siteName = toLine(site.name, MAX_NAME);
  const image = new URL(video.thumbnail ?? IMAGE, publicUrl);
  const isOwn = image.origin === new URL(publicUrl).origin;
  const thumbnail = isOwn && video.thumbnail ? image.pathname : null;
  return {
    siteName,
    announcement: site.announcement,
    access: site.access,
    languages: site.languages,
    title: toLine(video.title, MAX_TITLE) || siteName,
    description: toLine(video.description, MAX_DESCRIPTION) || t('page.description'),
    image: isOwn ? image.href : new URL(IMAGE, publicUrl).href,
    video: {
      address: new URL(`/songs?v=${encodeURIComponent(video.id)}`, publicUrl).href,
      still: thumbnail && video.playable ? { path: thumbnail, ratio: toRatio(video) } : null,
      start: video.playable ? toStart(video, thumbnail) : null,
    },
  };
}

function toStart(
  { status, duration, playlists }: VideoSummary,
  thumbnail: string | null,
): catalog.StreamStart {
  return { status, duration, thumbnail, playlists };
}

/** Returns the shape of the player, which web/src/features/player/stage-ratio.ts chooses in the same way. */
function toRatio({ width, height }: VideoSummary): number {
  if (!width || !height) return 16 / 9;
  return Math.min(16 / 9, Math.max(4 / 5, width / height));
}

/** Only the ratio of the two attributes counts. */
const STILL_HEIGHT = 900;

/** Returns the element of the picture that stands in for the player until its code has arrived; empty without a picture. */
export function renderStill({ video }: PageDetails): string {
  if (!video?.still) return '';
  const { path, ratio } = video.still;
  const size = `width="${Math.round(STILL_HEIGHT * ratio)}" height="${STILL_HEIGHT}"`;
  return `<img class="still" src="${escape(path)}" alt="" ${size} fetchpriority="high" />`;
}

/** Returns the elements that belong in the head of the page: https://ogp.me. */
export function renderDetails(details: PageDetails): string {
  const { siteName, languages, announcement, access, title, description, image, video } = details;
  const isHidden = details.isUnlisted === true || access?.visitors === 'nobody';
  const hasOwnTitle = video !== undefined || (details.isUnlisted === true && title !== siteName);
  const elements = [
    `<title>${escape(hasOwnTitle ? `${title} · ${siteName}` : title)}</title>`,
    toMeta('name', 'application-name', siteName),
    // Those offered, the default first.
    toMeta('name', 'languages', [...new Set([languages.default, ...languages.offered])].join(' ')),
    // Known before the first paint, so that nothing moves.
    ...(announcement ? [toMeta('name', 'announcement', JSON.stringify(announcement))] : []),
    // Tells the web client what visitors may use.
    ...(access ? [toMeta('name', 'site-access', JSON.stringify(access))] : []),
    // Keeps the scripts of the page from asking for anything that is not the nest's.
    ...(details.isNest ? [toMeta('name', 'nest', 'here')] : []),
    ...(isHidden ? [toMeta('name', 'robots', 'noindex')] : []),
    ...(details.isUnlisted ? [toMeta('name', 'referrer', 'no-referrer')] : []),
    toMeta('name', 'description', description),
    toMeta('property', 'og:site_name', siteName),
    toMeta('property', 'og:type', video ? 'video.other' : 'website'),
    toMeta('property', 'og:title', title),
    toMeta('property', 'og:description', description),
    toMeta('property', 'og:image', image),
    toMeta('name', 'twitter:card', 'summary_large_image'),
    ...(video
      ? [
          toMeta('property', 'og:url', video.address),
          `<link rel="canonical" href="${escape(video.address)}" />`,
        ]
      : []),
    ...(video?.start ? [toMeta('name', catalog.STREAM_START, JSON.stringify(video.start))] : []),
  ];
  return elements.join('\n    ');
}

function toMeta(key: 'name' | 'property', name: string, content: string): string {
  return `<meta ${key}="${name}" content="${escape(content)}" />`;
}

/** Characters as readers count them, so that no emoji sequence is split. */
const CHARACTERS = new Intl.Segmenter('en');

/** Returns a text on one line, without control characters, and cut to `maxLength` characters. */
function toLine(text: string, maxLength: number): string {
  // Cut first, since the rest takes time in proportion to the length.
  const start = text.slice(0, 8 * maxLength).toWellFormed();
  const line = start.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  const characters = Array.from(CHARACTERS.segment(line), ({ segment }) => segment);
  const isWhole = characters.length <= maxLength && text.length <= 8 * maxLength;
  if (isWhole || characters.length === 0) return characters.join('');
  return `${characters
    .slice(0, maxLength - 1)
    .join('')
    .trimEnd()}…`;
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
