import { globSync } from 'node:fs';

/** The files of the project `faults` of vitest.config.ts: long tests, and everyday ones in larger numbers. */
export const FAULT_FILES = [
  'e2e/**/*.faults.test.ts',
  'services/*/test/**/*.faults.test.ts',
  'packages/*/test/**/*.faults.test.ts',
  'tools/**/*.faults.test.ts',
  'infra/*/test/**/*.faults.test.ts',
  'e2e/{accounts,accounts-payloads,budgets,choosing-language,fonts,pages,watching}.test.ts',
  'e2e/access/{matrix,tokens,waiting-videos}.test.ts',
  'services/transcoder/test/{any-source,captions,chunks,ending,killed,loudness}.test.ts',
  'services/transcoder/test/{media,sandbox-setting,songs,sound,sound-worker,sources,worker}.test.ts',
  'services/gateway/test/{bodies,uploads}.test.ts',
  'services/catalog/test/{cancel,command,completing,fair-queue,free-space,languages}.test.ts',
  'services/catalog/test/{opinions,parted-uploads}.test.ts',
  'services/catalog/test/{lists,search,song-list-operations,upload-sweep-race,uploads,view-limits}.test.ts',
  'services/auth/test/{command,keys,known-places,mail-limits}.test.ts',
  'services/game/test/packs.test.ts',
  'infra/local/test/{cluster,servers,site,start,watchdog}.test.ts',
  'infra/operate/test/{audit-logs,backup,backup-places,doctor,genuine-backups}.test.ts',
  'infra/operate/test/{last-copies,move-storage,restore-points}.test.ts',
  'packages/service-kit/test/{database-silence,run-service}.test.ts',
  'packages/service-kit/test/storage-{contract,faults,file,upload}.test.ts',
];

/** A part of the long tests, which runs alone and within its own limit. */
export interface FaultPart {
  name: string;
  limitMinutes: number;
  /** Matches the paths of its files. A file belongs to the first part that matches. */
  files: RegExp;
}

/** `docs/testing.md` says what each part tests. */
export const FAULT_PARTS: readonly FaultPart[] = [
  { name: 'sources', limitMinutes: 120, files: /^services\/transcoder\/test\/any-source/ },
  { name: 'films', limitMinutes: 90, files: /^services\/transcoder\// },
  { name: 'nests', limitMinutes: 120, files: /\/[^/]*nests?-|\/nests\.|-of-nests/ },
  {
    name: 'deaths',
    limitMinutes: 60,
    files: /\/(killed-|frozen-|hung-|lost-worker|stopped-services|deleted-videos|mixed-versions)/,
  },
  {
    name: 'servers',
    limitMinutes: 90,
    files: /-away|-silence|silent-servers|full-disks|free-space|storage-(?:contract|fa|file)/,
  },
  {
    name: 'data',
    limitMinutes: 60,
    files:
      /backup|audit-logs|last-copies|restore|move-|import|update|migration|postgres-upgrade|changed-secrets|card-packs/,
  },
  {
    name: 'visitors',
    limitMinutes: 60,
    files:
      /slow-clients|bodies|hostile|streams|upload|oversized|generated-calls|gateways|delivery|\/access\/|long-texts/,
  },
  { name: 'talk', limitMinutes: 60, files: /comment|moderation|flag-|\/told-/ },
  { name: 'languages', limitMinutes: 90, files: /^e2e\/[^/]*(language|-screens)/ },
  { name: 'pages', limitMinutes: 60, files: /^e2e\/[^/]+$/ },
  { name: 'running', limitMinutes: 60, files: /^(infra|tools)\/|alerts|idle-|containers|https/ },
  // For files that fit nowhere else.
  { name: 'others', limitMinutes: 60, files: /./ },
];

/** Returns the files of a part under the root of the repository, those with one of the filters in their paths. */
export function listFaultFiles(
  { name }: FaultPart,
  { root, filters }: { root: string; filters: readonly string[] },
): string[] {
  return globSync(FAULT_FILES, { cwd: root })
    .filter((path) => !path.includes('node_modules'))
    .filter((path) => FAULT_PARTS.find(({ files }) => files.test(path))?.name === name)
    .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)))
    .toSorted();
}
