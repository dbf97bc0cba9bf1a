import * as contracts from '@larksong/contracts';
import {
  auth,
  catalog,
  ERRORS,
  Failure,
  game,
  hasBody,
  status,
  successEnvelope,
  type Access,
  type Endpoint,
  type ErrorCode,
  isForNest,
  isForStaff,
} from '@larksong/contracts';

type Json = Record<string, unknown>;

/** The exports of the contracts by name, including those in the namespaces of the services. */
const EXPORTS: Json = { ...contracts, ...auth, ...catalog, ...game, ...status };

/** Returns the OpenAPI 3.1 description of all public calls, made from the endpoints of the contracts. */
export function toOpenApi(): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of listPublicEndpoints()) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: toOperation(endpoint) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Larksong',
      version: '1',
      description:
        'Every call answers with and without a trailing slash. Generated from packages/contracts by "pnpm openapi".',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      schemas: listComponents(paths),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        nest: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: "A nest's token" },
        door: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: "A door's token" },
      },
    },
  };
}

/** Returns all endpoints of the contracts except internal ones. */
export function listPublicEndpoints(): Endpoint[] {
  return Object.values(EXPORTS)
    .filter(isEndpoint)
    .filter(({ access }) => access !== 'internal');
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'operationId' in value && 'path' in value;
}

function toOperation(endpoint: Endpoint): Json {
  const parameters = [...toParameters(endpoint.params, 'path'), ...toParameters(endpoint.query, 'query')];
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    tags: [endpoint.path.replace('/admin', '').split('/')[2] ?? 'other'],
    ...securityOf[endpoint.access],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody(endpoint) ? { requestBody: toRequestBody(endpoint) } : {}),
    responses: { [endpoint.status]: toSuccess(endpoint), ...toFailures(endpoint) },
  };
}

const securityOf: Record<Access, Json> = {
  anyone: {},
  viewer: { security: [{}, { bearer: [] }] }, // a token is optional
  member: { security: [{ bearer: [] }] },
  superadmin: { security: [{ bearer: [] }] },
  teacher: { security: [{ bearer: [] }] },
  letters: { security: [{ bearer: [] }] },
  internal: {},
  nest: { security: [{ nest: [] }] },
  door: { security: [{ door: [] }] },
};

function toParameters(schema: object, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, object>;
    required?: string[];
  }; // both are object schemas
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: toJsonSchema(property),
  }));
}

const CONTENT_TYPES: Record<Endpoint['encoding'], string> = {
  json: 'application/json',
  multipart: 'multipart/form-data',
  binary: 'application/octet-stream',
};

function toRequestBody(endpoint: Endpoint): Json {
  return {
    required: true,
    content: { [CONTENT_TYPES[endpoint.encoding]]: { schema: toJsonSchema(endpoint.body) } },
  };
}

function toSuccess(endpoint: Endpoint): Json {
  if (endpoint.file)
    return {
      description: endpoint.summary,
      content: { [endpoint.file]: { schema: { type: 'string', format: 'binary' } } },
    };
  const schema = toJsonSchema(successEnvelope(endpoint));
  return { description: endpoint.summary, content: { 'application/json': { schema } } };
}

/** Returns the failures by status, each with its possible codes and their sentences. */
function toFailures(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(listFailures(endpoint), (code) => ERRORS[code].status);
  const entries = [...byStatus].toSorted(([a], [b]) => a - b);
  return Object.fromEntries(
    entries.map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${ERRORS[code].message}`).join('\n\n'),
        content: { 'application/json': { schema: toJsonSchema(Failure) } },
      },
    ]),
  );
}

function listFailures(endpoint: Endpoint): ErrorCode[] {
  const takesInput =
    hasBody(endpoint) ||
    [endpoint.params, endpoint.query].some((part) => toParameters(part, 'query').length > 0);
  const { access } = endpoint;
  const isSignedIn = access === 'member' || isForStaff(access) || isForNest(access);
  return [
    ...new Set<ErrorCode>([
      ...(takesInput ? (['VALIDATION_FAILED'] as const) : []),
      ...(hasBody(endpoint)
        ? (['MALFORMED_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)
        : []),
      ...(isSignedIn || access === 'viewer' ? (['UNAUTHENTICATED'] as const) : []),
      ...(isForStaff(access) ? (['FORBIDDEN'] as const) : []),
      ...endpoint.errors,
      ...(['TOO_MANY_REQUESTS', 'INTERNAL', 'BAD_GATEWAY', 'UNAVAILABLE', 'GATEWAY_TIMEOUT'] as const),
    ]),
  ];
}

/** Returns the exported object schemas with their names, which become components. */
function namedSchemas(): Map<object, string> {
  const named = new Map<object, string>();
  for (const [name, value] of Object.entries(EXPORTS))
    if (/^[A-Z][a-z]/.test(name) && typeof value === 'object' && value !== null && '~kind' in value)
      named.set(value, name);
  return named;
}

/** Returns the components that the paths reference, directly or through other components. */
function listComponents(paths: unknown): Json {
  const byName = new Map([...NAMED].map(([schema, name]) => [name, schema]));
  const components: Json = {};
  const open = listReferences(paths);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name in components) continue;
    const schema = byName.get(name);
    components[name] = schema && toJsonSchema(schema, schema);
    open.push(...listReferences(components[name]));
  }
  return Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function listReferences(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].flatMap(
    ([, name]) => name ?? [],
  );
}

/** Keywords of our own schemas: what validation does and explains. */
const OWN_KEYWORDS: ReadonlySet<string> = new Set(['reason', 'values', 'message', 'lowerCase']);

/** Returns a TypeBox schema as plain JSON Schema: named parts by reference, without our validation keywords. */
function toJsonSchema(schema: unknown, self?: object): unknown {
  if (Array.isArray(schema)) return schema.map((part) => toJsonSchema(part));
  if (typeof schema !== 'object' || schema === null) return schema;
  const name = schema === self ? undefined : NAMED.get(schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  const plain: Json = {};
  for (const [key, value] of Object.entries(schema)) {
    if (OWN_KEYWORDS.has(key) || key.startsWith('~')) continue;
    plain[key] = key === 'properties' ? mapValues(value as Json) : toJsonSchema(value); // by JSON Schema
  }
  return plain;
}

/** Converts the schemas of properties but keeps their names, since a property may be called `message`. */
function mapValues(properties: Json): Json {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, toJsonSchema(value)]));
}

const NAMED = namedSchemas();
