import type { RouteObject } from 'react-router';
import { expect, it } from 'vitest';

import { listPages } from '../build/page-list.ts';
import { nestRoutes } from './nest-routes.tsx';
import { routes } from './routes.tsx';

it('the pages that the gateway knows are those of the route table', () => {
  const inner = (tree: RouteObject[]) => tree.flatMap(({ children = [] }) => children);
  const pages = [...inner(inner(routes)), ...inner(nestRoutes), ...inner(inner(nestRoutes))];
  const paths = pages.flatMap(({ path = '*' }) => path).filter((path) => path !== '*');
  expect(paths.length).toBeGreaterThan(10);
  expect(new Set(listPages())).toEqual(new Set(paths));
});
