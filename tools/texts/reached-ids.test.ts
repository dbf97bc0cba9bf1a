import { dirname } from 'node:path';

import { DEFAULT_LANGUAGE } from '@larksong/contracts';
import { CLIENT_GROUPS, listContents, type Group } from '@larksong/languages';
import { expect, it } from 'vitest';

import { NEST_TEXT_GROUPS } from '../../web/src/nest-text-groups.ts';
import { paths } from '../../web/src/paths.ts';
import { TEXT_GROUPS } from '../../web/src/text-groups.ts';
import { listSourceFiles } from '../house-rules.ts';
import { readItems } from '../texts.ts';
import { findUnreachedIds } from './reached-ids.ts';

const ROUTES = 'web/src/routes.tsx';
/** `page(paths.home, async () => (await import('./pages/home.tsx'))…`, perhaps within `() => loadWithTexts('songs', …)` */
const PAGE =
  /page\(\s*(?:paths\.(\w+)|'\*'),\s*(?:\(\) =>\s+loadWithTexts\('([\w-]+)', )?async \(\) => \(await import\('\.\/([^']+)'\)/g;
const GROWN_UPS_PAGES = 'web/src/pages-for-grown-ups.ts';
/** `upload: async () => (await import('./pages/upload.tsx'))…`, perhaps within `() => loadWithTexts('nest', …)` */
const GROWN_UPS_PAGE =
  /(\w+): (?:\(\) =>\s+loadWithTexts\('([\w-]+)', )?async \(\) => \(await import\('\.\/([^']+)'\)/g;
const NEST_ROUTES = 'web/src/nest-routes.tsx';
/**
 * `from './pages/nest/nest.tsx'`, `() => import('./pages/nest/play.tsx')`, or one within `loadWithTexts('songs', …)`,
 * perhaps several of these
 */
const NEST_PAGE =
  /((?:loadWithTexts\('[\w-]+', (?:async )?\(\) =>\s+)*)\(?(?:(?:await )?import\(|from )'\.\/(pages\/nest\/[^']+)'/g;

const idsOf = (groups: readonly Group[]) =>
  groups.flatMap((group) => readItems(DEFAULT_LANGUAGE, group).map(({ msgid }) => msgid));

it('the catalogues that a page loads have all messages of its code and of the parts that it loads later', () => {
  const files = listSourceFiles(dirname(dirname(import.meta.dirname))).filter(
    ({ path }) => /^web\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path),
  );
  const textOf = (name: string) => files.find(({ path }) => path === name)?.text ?? '';
  const pages = [
    ...Array.from(textOf(ROUTES).matchAll(PAGE), ([, name = '', also, file = '']) => {
      const path = Object.entries(paths).find(([key]) => key === name)?.[1] ?? '*';
      return {
        path: `web/src/${file}`,
        catalogue: TEXT_GROUPS[String(path)] ?? 'shell',
        also: also ? [also] : [],
      };
    }),
    ...Array.from(textOf(GROWN_UPS_PAGES).matchAll(GROWN_UPS_PAGE), ([, name = '', also, file = '']) => ({
      path: `web/src/${file}`,
      catalogue: TEXT_GROUPS[String(Object.entries(paths).find(([key]) => key === name)?.[1])] ?? 'shell',
      also: also ? [also] : [],
    })),
    ...Array.from(textOf(NEST_ROUTES).matchAll(NEST_PAGE), ([, also = '', file = '']) => ({
      ...{ path: `web/src/${file}`, catalogue: 'nest' },
      also: Array.from(also.matchAll(/'([\w-]+)'/g), ([, name = '']) => name),
    })),
  ];
  // Two are at /nest: the child's place, and where a browser without a nest opens one.
  expect(pages.length).toBe(Object.keys({ ...TEXT_GROUPS, ...NEST_TEXT_GROUPS }).length + 1);
  const unreached = findUnreachedIds(pages, {
    files,
    entry: 'web/src/main.tsx',
    all: idsOf(CLIENT_GROUPS),
    listIds: (catalogue) => idsOf(listContents(catalogue as Group)), // one of text-groups.ts or of `loadWithTexts`
  });
  expect(unreached).toEqual([]);
});

it('a message is missed where a page or a later part of it needs it, unless the part loads it', () => {
  const file = (name: string, text: string) => ({ path: `web/src/${name}.ts`, text });
  const files = [
    file('main', "import './bar.ts';"),
    file('bar', "t('bar.menu');"),
    file(
      'page',
      "import './bar.ts'; import './list.ts'; import type { X } from './other.ts'; t('page.title');",
    ),
    file(
      'list',
      "t(`list.${state}`); load(() => import('./dialog.ts')); loadWithTexts('page', () => loadWithTexts('more', () => import('./more.ts')));",
    ),
    file('dialog', "t('dialog.title');"),
    file('more', "t('more.title'); t('page.title');"),
    file('other', "t('other.title');"),
  ];
  const client = {
    files,
    entry: 'web/src/main.ts',
    all: ['bar.menu', 'page.title', 'list.busy', 'dialog.title', 'more.title', 'other.title'],
    listIds: (catalogue: string) => (catalogue === 'page' ? ['page.title'] : ['more.title']),
  };
  expect(findUnreachedIds([{ path: 'web/src/page.ts', catalogue: 'page' }], client)).toEqual([
    'web/src/page.ts: web/src/list.ts: list.busy',
    'web/src/page.ts: web/src/dialog.ts: dialog.title',
  ]);
});
