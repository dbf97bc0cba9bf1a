import { listImports } from './imports.ts';
import type { SourceFile } from './source-file.ts';

/**
 * The folders of the web client and of the larger services, from the bottom up. Folders of one layer do not
 * import each other. A root file of a service is listed if folders may import it.
 */
const LAYERS: Record<string, readonly (readonly string[])[]> = {
  'web/src': [
    ['lib', 'nest-paths.ts', 'paths.ts', 'styles'],
    ['api', 'ui', 'nest-text-groups.ts', 'text-groups.ts'],
    ['parts'],
    ['features/auth'],
    [
      'features/accounts',
      'features/chips',
      'features/closed-site',
      'features/announcement',
      'features/audit',
      'features/comments',
      'features/edit-video',
      'features/game-admin',
      'features/import-people',
      'features/memory-game',
      'features/notices',
      'features/parents',
      'features/player',
      'features/print-cards',
      'features/profile',
      'features/setup',
      'features/share-list',
      'features/song-lists',
      'features/status',
      'features/tell-grown-up',
    ],
    [
      'features/flags',
      'features/moderation',
      'features/nest-rule',
      'features/poster',
      'features/suggestions',
      'features/transcoding',
      'features/upload',
      'features/videos',
    ],
    ['features/approvals', 'features/import', 'features/list-player', 'features/watch'],
    ['features/guest', 'features/hand-over'],
    ['features/enter-nest'],
    ['features/nest'],
    ['features/children'],
    ['features/shell'],
    ['pages'],
    ['pages-for-grown-ups.ts'],
    ['early-nest.ts', 'early.ts', 'nest-routes.tsx', 'routes.tsx'],
    ['main.tsx'],
  ],
  'services/auth/src': [
    ['db', 'config.ts', 'derive-key.ts', 'metrics.ts', 'secret-token.ts'],
    ['announcement', 'keys', 'known-places', 'mail-queue', 'nests', 'passwords', 'throttle', 'users'],
    ['deletions', 'departures', 'invitations', 'kept-mails', 'people-imports', 'sessions', 'site-texts'],
    ['links', 'nest-sessions'],
    ['accounts', 'mail'],
    ['children', 'people', 'site-settings'],
    ['setup', 'status', 'told'],
    ['commands'],
  ],
  'services/catalog/src': [
    ['db'],
    ['library', 'totals'],
    ['streaming', 'transcoding'],
    ['approvals', 'comments', 'song-lists', 'uploads'],
    ['list-links'],
    ['nests', 'site-access'],
    ['participation'],
    ['members', 'status'],
  ],
  'services/game/src': [
    ['db'],
    ['content', 'settings', 'sweeps'],
    ['files'],
    ['categories', 'deal', 'sounds'],
    ['items', 'status'],
    ['media'],
    ['starter'],
    ['packs'],
  ],
};

/** Returns the imports of a file that lead to a folder above its own, next to it, or in no layer. */
export function importsOfHigherLayers(file: SourceFile): string[] {
  const own = placeOf(file.path);
  if (own === undefined || own.isEntry) return [];
  return listImports(file)
    .filter(({ target }) => {
      const other = placeOf(target);
      return other?.root === own.root && other.folder !== own.folder && !isBelow(other.layer, own.layer);
    })
    .map(({ line }) => line);
}

interface Place {
  root: string;
  /** A folder below the root, or a file in it. */
  folder: string;
  /** -1 for a folder without one. */
  layer: number;
  /** Whether it is a root file of a service, which may import from any folder. */
  isEntry: boolean;
}

function placeOf(path: string): Place | undefined {
  const [root, layers] = Object.entries(LAYERS).find(([each]) => path.startsWith(`${each}/`)) ?? [];
  if (root === undefined || layers === undefined) return undefined;
  const inner = path.slice(root.length + 1);
  const [folder = ''] = /^(features\/[^/]+|[^/]+)/.exec(inner) ?? [];
  const layer = layers.findIndex((each) => each.includes(folder));
  return { root, folder, layer, isEntry: root.startsWith('services/') && folder === inner };
}

function isBelow(layer: number, other: number): boolean {
  return layer >= 0 && layer < other;
}
