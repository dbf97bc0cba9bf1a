import { expect, it } from 'vitest';

import { listPages } from '../build/page-list.ts';
import { routes } from './routes.tsx';

it('the pages that the gateway knows are those of the route table', () => {
  const pages = routes.flatMap(({ children = [] }) => children).flatMap(({ children = [] }) => children);
  const paths = pages.map(({ path }) => path).filter((path) => path !== '*');
  expect(paths.length).toBeGreaterThan(10);
  expect(new Set(listPages())).toEqual(new Set(paths));
});
