import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { listSourceFiles } from './house-rules.ts';
import { listPublicEndpoints, toOpenApi } from './openapi-document.ts';

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

it('every call is named in the source of a service that answers it', () => {
  const sources = listSourceFiles(dirname(import.meta.dirname), 'services').filter(({ path }) =>
    path.includes('/src/'),
  );
  expect(sources.length).toBeGreaterThan(100);
  const named = new Set(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/\b(?:auth|catalog|game|status)\.(\w+)/g)].flatMap(([, id]) => id ?? []),
    ),
  );
  // The calls of an audit log are registered together, by the name of the log.
  const ids = listPublicEndpoints()
    .map(({ operationId }) => operationId)
    .filter((id) => !/^(list|check|export)(Account|Video|Game)Changes$/.test(id));
  expect(ids.filter((id) => !named.has(id))).toEqual([]);
});
