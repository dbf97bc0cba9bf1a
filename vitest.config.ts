import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { FAULT_FILES } from './tools/test-run/fault-parts.ts';
import { shuffle } from './tools/test-run/shuffle.ts';

const integration = [
  'services/*/test/**/*.test.ts',
  'packages/*/test/**/*.test.ts',
  'infra/*/test/**/*.test.ts',
];

/** The longest test files. They start first, so that no suite ends with one processor idle. */
const LONGEST = [
  'e2e/access/matrix.test.ts',
  'e2e/pages.test.ts',
  'e2e/game.test.ts',
  'e2e/nests.test.ts',
  'e2e/song.test.ts',
  'e2e/playing-lists.test.ts',
  'e2e/access/waiting-videos.test.ts',
  'web/src/features/memory-game/onward/onward.test.tsx',
  'web/src/features/upload/parts.test.tsx',
  'web/src/features/videos/own-lists.test.tsx',
  'web/src/features/children/child.test.tsx',
  'web/src/features/memory-game/memory-game.test.tsx',
  'infra/local/test/site.test.ts',
  'services/transcoder/test/worker.test.ts',
  'services/transcoder/test/sound.test.ts',
  'infra/operate/test/backup.test.ts',
  'services/transcoder/test/any-source.test.ts',
  'services/transcoder/test/sources.test.ts',
  'services/auth/test/command.test.ts',
  'infra/operate/test/last-copies.test.ts',
  'services/auth/test/video-mails.test.ts',
  'infra/operate/test/genuine-backups.test.ts',
  'services/catalog/test/command.test.ts',
  'services/catalog/test/free-space.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    if (files.every(({ project }) => project.name === 'faults')) return shuffle(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return index === -1 ? LONGEST.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Names the tests that wait long for one condition. */
const setupFiles = ['packages/service-kit/src/testing/setup-waits.ts'];

/** Numbers for the long run; the everyday run of the same tests uses the smaller defaults in their files. */
const FULL_NUMBERS = {
  GENERATED_CALLS: '10000',
  ANY_SOURCES: '54',
  BROKEN_UPLOADS: '100',
  GAME_VIEWS: '2',
  GAME_WINDOWS: '15',
  MESSY_TAPS: '16',
  MONKEY_SEEDS: '5',
  SOUND_MS: '100',
  PAGE_VIEWS: '10',
  CHAPTER_WIDTHS: '2',
  TAB_SIZES: '9',
  NAME_WIDTHS: '3',
  HARD_BOARDS: '4',
  ABORT_MOMENTS: '40',
  CONSTANT_RATES: '7',
  KINDS: '100',
  LIST_ROUNDS: '2000',
  LONG_RUN: '1',
  LOUDNESS_CLIPS: '20',
  OPINIONS: '1000',
  BACKUP_MODES: '2',
  SONG_STARTS: '2',
  STORAGE_KILLS: '10',
  UNWANTED_STREAMS: '6',
  ODD_SOURCES: '11',
  SOURCE_KINDS: '11',
  REFUSED_UPLOADS: '200',
  ABORTED_PARTS: '100',
  BODY_MIB: '400',
  STREAMED_MB: '300',
};

/** The whole running system, in a browser or by its calls. */
const system = {
  setupFiles,
  testTimeout: 300_000,
  hookTimeout: 300_000, // videos are transcoded, on a machine that other work shares
  expect: { poll: { timeout: 30_000 } },
  pool: 'forks',
  isolate: false, // a new process for each file would load everything again
  maxConcurrency: 3, // pages that play side by side; with more of them none is quick enough for a child
  globalSetup: 'e2e/support/global-setup.ts',
} as const;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false, // pure functions leave nothing behind
          maxWorkers: '100%', // work for the processor alone
          testTimeout: 60_000, // on a machine that other work shares
          include: [
            'packages/*/src/**/*.test.ts',
            'services/*/src/**/*.test.ts',
            'infra/*/src/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, '**/*.faults.test.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          setupFiles,
          include: integration,
          exclude: [...configDefaults.exclude, '**/*.faults.test.ts'],
          testTimeout: 90_000, // a whole site starts in ten seconds, and may take eight times as long on a busy machine
          hookTimeout: 90_000,
          expect: { poll: { timeout: 10_000 } }, // a second is little for a disk that others use, too
          pool: 'forks',
          isolate: false, // a new process for each file would load everything again
          maxWorkers: 2, // next to the end-to-end tests; with more, waits exceed their limits and nothing is faster
          globalSetup: 'infra/local/src/testing/global-setup.ts',
        },
      },
      'web/vitest.config.ts',
      {
        test: {
          ...system,
          name: 'e2e',
          maxWorkers: 2, // each has its own site
          include: ['e2e/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'e2e/**/*.faults.test.ts'],
          env: { SEED: process.env['SEED'] ?? '20261122' }, // the same each time; the faults look for new ones
        },
      },
      {
        // The long tests, which only `npm run test:faults` runs.
        test: {
          ...system,
          name: 'faults',
          fileParallelism: false,
          include: FAULT_FILES,
          // Tests of single services need their own servers, which do not disturb the sites.
          globalSetup: [system.globalSetup, 'infra/local/src/testing/global-setup.ts'],
          testTimeout: 30 * 60_000,
          env: Object.fromEntries(
            Object.entries(FULL_NUMBERS).map(([name, full]) => [name, process.env[name] ?? full]),
          ),
        },
      },
    ],
  },
});
