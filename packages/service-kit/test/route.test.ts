import { endpoint, IdParams, Uuid, type Access, type catalog } from '@larksong/contracts';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';

import { buildServer, createRegister, type Context, type Viewer } from '../src/index.ts';
import { createTestLogger } from '../src/testing/index.ts';

/** An endpoint with ids in every part of a request. */
const ids = endpoint({
  operationId: 'ids',
  summary: 'test',
  method: 'POST',
  path: '/api/ids/:id',
  access: 'anyone',
  params: IdParams,
  query: Type.Object({ of: Uuid }),
  body: Type.Object({ ids: Type.Array(Uuid) }),
  data: Type.Object({ all: Type.Array(Type.String()) }),
});

const greet = <const A extends Access>(access: A) =>
  endpoint({ operationId: access, summary: 'test', method: 'GET', path: `/api/${access}`, access });

let app: FastifyInstance;
let url: string;

beforeAll(async () => {
  app = buildServer({ name: 'test', logger: createTestLogger() });
  const register = createRegister(app, {});
  register(ids, async ({ params, query, body }) => ({ data: { all: [params.id, query.of, ...body.ids] } }));
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

describe('ids', () => {
  const id = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1';

  it('ids in the path, the query and the body reach a handler in lower case', async () => {
    const upper = id.toUpperCase();
    const response = await fetch(`${url}/api/ids/${upper}?of=${upper}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ids: [id, upper] }),
    });
    expect(await response.json()).toEqual({ success: true, data: { all: [id, id, id, id] } });
  });
});

describe('the types of a handler', () => {
  it('a handler has a non-null viewer exactly if the access guarantees one', () => {
    type ViewerOf<A extends Access> = Context<ReturnType<typeof greet<A>>>['viewer'];
    expectTypeOf<ViewerOf<'member'>>().toEqualTypeOf<Viewer>();
    expectTypeOf<ViewerOf<'superadmin'>>().toEqualTypeOf<Viewer>();
    expectTypeOf<ViewerOf<'viewer'>>().toEqualTypeOf<Viewer | null>();
    expectTypeOf<ViewerOf<'anyone'>>().toEqualTypeOf<null>();
    expectTypeOf<ViewerOf<'internal'>>().toEqualTypeOf<null>();
  });

  it('a handler receives a value for every property with a declared default', () => {
    expectTypeOf<Context<typeof catalog.listVideos>['query']['limit']>().toEqualTypeOf<number>();
    expectTypeOf<Context<typeof catalog.listVideos>['query']['q']>().toEqualTypeOf<string | undefined>();
  });
});
