import { paths } from '../../web/src/paths.ts';
import type { KnownVideo, Scene } from './every-state.ts';
import { headersOf, isOpenToNest, streamHeadersOf, type KnownNest } from './nest-cells.ts';
import type { Probe } from './probe.ts';

interface Place {
  scene: Scene;
  video: KnownVideo;
  nest: KnownNest;
  /** The code of a link to all songs of a member. */
  code: string;
}

const list = (path: string) => [path, `${path}?limit=100`];
const byVideo =
  (path: string) =>
  ({ video }: Place) => [path.replace('ID', video.id)];
const pagesOf = ({ scene, video, nest, code }: Place) =>
  Object.values(paths)
    .filter((path) => typeof path === 'string')
    .flatMap((path) =>
      [video.id, nest.id, code, ...scene.lists.map(({ id }) => id)].map((id) => path.replace(/:\w+/, id)),
    );

/** The ways in which children's modes leak, and the addresses at which each would. */
export const LEAKS: Record<string, (place: Place) => string[]> = {
  'home rows': () => ['/', '/nest', ...list('/api/lists'), ...list('/api/videos'), '/api/nest/place'],
  latest: () => ['newest', 'oldest', 'most_viewed'].map((sort) => `/api/videos?limit=100&sort=${sort}`),
  search: ({ video: { title, tag } }) =>
    [title, title.slice(-16, -1), tag].flatMap((text) => {
      const q = encodeURIComponent(text);
      return [`/api/videos?limit=100&q=${q}`, `/api/nest/songs?q=${q}`, `/songs?q=${q}`];
    }),
  suggestions: ({ video }) => [
    '/api/videos/chips',
    ...['grade', 'category', 'author'].flatMap((type) => [
      `/api/admin/videos/tags/values?type=${type}`,
      `/api/videos?limit=100&${type}=${video.tag}`,
    ]),
  ],
  'related songs': byVideo('/api/videos/ID/related?limit=50'),
  'direct links': ({ video: { id } }) => [
    `/songs?v=${id}`,
    `/songs/?v=${id}`,
    `/api/videos/${id}`,
    `/api/nest/songs/${id}`,
    `/nest/play/${id}?song=${id}`,
  ],
  'the next one in a list': ({ scene, nest, video }) => [
    ...scene.lists.flatMap(({ id }) => [`/api/lists/${id}`, `/lists/${id}/play?song=${video.id}`]),
    ...nest.rowIds.map((id) => `/api/nest/rows/${id}`),
  ],
  counts: ({ video, nest }) => [
    '/api/lists/own/count',
    `/api/nest-rules/${nest.id}/choices`,
    `/api/door/rules/${nest.id}/minutes?nestId=${nest.id}`,
    `/api/videos/user/watched?limit=100`,
    `/api/videos?limit=1&q=${video.tag}`,
  ],
  notices: () => ['/api/admin/videos/notices', '/api/admin/videos/approvals', '/api/site/announcement'],
  pictures: ({ video: { id } }) => [
    `/hls/${id}/rights`,
    `/hls/${id}/master.m3u8`,
    `/hls/${id}/360p/playlist.m3u8`,
    `/hls/${id}/storyboard.vtt`,
  ],
  'the page before its script': (place) => [
    ...pagesOf(place),
    '/head.js',
    '/manifest.webmanifest',
    '/robots.txt',
  ],
  'covers and previews': ({ nest, code }) => [
    `/s/${code}`,
    `/s#${code}`,
    `/api/nest-rules/${nest.id}/preview`,
    ...nest.rowIds.map((id) => `/api/nest-rules/${nest.id}/preview/rows/${id}`),
    '/api/links/open',
  ],
};

/** Secrets that an answer to a nest's device must not contain: of songs outside its rule, and of lists that it has not. */
function findSecrets(
  text: string,
  path: string,
  { nest, scene, key }: Pick<Place, 'nest' | 'scene'> & { key: string },
) {
  const found = scene.videos
    .filter((video) => key !== 'nest' || !isOpenToNest(nest, video, 'list'))
    .flatMap(({ id, title, tag, state, visibility }) =>
      [title, tag, id]
        .filter((secret) => text.includes(secret) && !path.includes(secret))
        .filter((secret) => key !== 'nest' || !nest.tags.includes(secret))
        .map(() => `${state} ${visibility}`),
    );
  const names = scene.lists
    .filter(({ name }) => (key !== 'nest' || name !== nest.listName) && text.includes(name))
    .map(({ owner }) => `the list of ${owner}`);
  const counts = /"(view|like)Count":[1-9]/.exec(text) ?? [];
  return [...found, ...names, ...counts];
}

/** Asks for all addresses of a leak with each of the keys of a nest's device, and returns what they tell too much. */
export async function findLeaks(
  probe: Probe,
  leak: string,
  { scene, nest, code }: Omit<Place, 'video'>,
): Promise<{ answers: number; leaks: string[] }> {
  const asked = new Set<string>();
  const leaks: string[] = [];
  const stream = await streamHeadersOf(probe, nest);
  for (const video of scene.videos)
    for (const path of LEAKS[leak]?.({ scene, video, nest, code }) ?? [])
      for (const key of nest.keys) {
        if (asked.has(`${key} ${path}`)) continue;
        asked.add(`${key} ${path}`);
        const headers = { ...headersOf(nest, key), ...(key === 'nest' ? stream : {}) };
        const { status, text } = await probe.get('visitor', path, headers);
        if (status >= 500) leaks.push(`${path} by ${key} of ${nest.name}: ${status}`);
        for (const one of findSecrets(text, path, { nest, scene, key }))
          leaks.push(`${path} by ${key} of ${nest.name}: ${one}`);
      }
  return { answers: asked.size, leaks };
}
