import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { listSourceFiles } from './house-rules.ts';
import { listPublicEndpoints, toOpenApi, UNANSWERED_CALLS } from './openapi-document.ts';

it('docs/openapi.json matches the contracts; if not, run "pnpm openapi"', () => {
  const committed = readFileSync(join(import.meta.dirname, '..', 'docs', 'openapi.json'), 'utf8');
  expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(toOpenApi())));
});

it('the OpenAPI description has every public call once and no internal one', () => {
  const { paths } = toOpenApi() as { paths: Record<string, Record<string, { operationId: string }>> }; // built above
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids.toSorted()).toEqual(
    listPublicEndpoints()
      .map(({ operationId }) => operationId)
      .toSorted(),
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(paths).filter((path) => path.startsWith('/internal'))).toEqual([]);
});

it('the OpenAPI description references only its own schemas', () => {
  const document = toOpenApi() as { components: { schemas: Record<string, unknown> } }; // built above
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(references.length).toBeGreaterThan(0);
  for (const name of references) expect(Object.keys(document.components.schemas)).toContain(name);
});

it('no service registers a call that is said to be unanswered', () => {
  const sources = listSourceFiles(dirname(import.meta.dirname), 'services').filter(({ path }) =>
    path.includes('/src/'),
  );
  expect(sources.length).toBeGreaterThan(100);
  const named = sources.flatMap(({ text }) =>
    [...text.matchAll(/\bregister\(\s*(?:auth|catalog|game)\.(\w+)/g)].flatMap(([, id]) => id ?? []),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((id) => UNANSWERED_CALLS.has(id))).toEqual([]);
});
