import { Type, type Static, type TObject, type TSchema } from 'typebox';

import type { ErrorCode } from './errors.ts';
import type { WithDefault } from './primitives.ts';
import type { ReasonValues } from './reasons.ts';

/**
 * Who may make a call:
 * `anyone`: no check; `viewer`: a bearer token is used if there is one; `member`: a valid token is required;
 * `superadmin`: also an active session with that role; `teacher`: the same for teachers and superadmins; `letters`: for
 * superadmins and the teachers who may edit the game's letters; `internal`: the shared secret of the services
 * (`x-internal-token`); `nest` and `door`: the token of a child's place, or of the grown-up's door of one, whose paths
 * begin with `NEST_PATHS`.
 */
export type Access = 'anyone' | 'viewer' | 'member' | StaffAccess | 'internal' | NestAccess;

/** For these, only a token of that kind counts, and no member's. */
export type NestAccess = 'nest' | 'door';
/** Below which path the calls with the token of a nest, and those with the token of a door, are: there are no others. */
export const NEST_PATHS: Record<NestAccess, string> = { nest: '/api/nest/', door: '/api/door/' };

/** Returns whether a call needs the token of a nest or of its door. */
export function isForNest(access: Access): access is NestAccess {
  return Object.hasOwn(NEST_PATHS, access);
}

/**
 * What becomes of a call from a browser in which a nest is (`NEST_COOKIE`): it is refused, unless it is `open`, which
 * leads into a nest or out of it by password, or needs the `session` of the nest or its door. A call of the `game` needs
 * such a session, and a rule that allows the game.
 */
export type InNest = 'refused' | 'open' | 'session' | 'game';

/** For these, auth has to confirm the session. */
export type StaffAccess = (typeof STAFF_ACCESS)[number];
export const STAFF_ACCESS = ['superadmin', 'teacher', 'letters'] as const;

/** Returns whether a call is for superadmins, or for superadmins and some others. */
export function isForStaff(access: Access): access is StaffAccess {
  return STAFF_ACCESS.some((known) => known === access);
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One HTTP call as a value. The server registers it, the client calls it, and OpenAPI is generated from it. */
export interface Endpoint<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Data extends TSchema = TSchema,
  A extends Access = Access,
> {
  operationId: string;
  summary: string;
  method: Method;
  /** Without a trailing slash, though the server accepts one; `:name` marks a parameter. */
  path: string;
  access: A;
  params: Params;
  query: Query;
  body: Body;
  data: Data;
  /** HTTP status of a success; 200 by default. */
  status: number;
  /** Failures other than those of its access and its schemas. */
  errors: readonly ErrorCode[];
  /** `multipart` and `binary` bodies are described by `body` but read by the route itself, as a stream. */
  encoding: 'json' | 'multipart' | 'binary';
  /** The content type of a success that is a file to save instead of the envelope; failures have the envelope. */
  file?: FileType | undefined;
  /** Whether a site that is read-only accepts it, though it is no GET. */
  whileReadOnly: boolean;
  /** Whether the gateway counts it by account and network; otherwise its service has its own limits. */
  isRateLimited: boolean;
  inNest: InNest;
}

type FileType = 'application/zip' | 'text/csv' | 'image/webp';

/** Marks a part that an endpoint lacks. Branded, since every object schema would extend an empty one. */
interface None extends TSchema {
  '~none': true;
}
const None = Type.Object({}) as unknown as None;

/**
 * Returns the definition with its defaults filled in: status 200, JSON, no additional errors. Its type keeps the
 * access, so that a handler knows whether there is a viewer.
 */
export function endpoint<
  const A extends Access,
  Params extends TSchema = None,
  Query extends TSchema = None,
  Body extends TSchema = None,
  Data extends TSchema = None,
>(definition: {
  operationId: string;
  summary: string;
  method: Method;
  path: string;
  access: A;
  params?: Params;
  query?: Query;
  body?: Body;
  data?: Data;
  status?: number;
  errors?: readonly ErrorCode[];
  encoding?: 'json' | 'multipart' | 'binary';
  file?: FileType;
  whileReadOnly?: boolean;
  isRateLimited?: boolean;
  inNest?: InNest;
}): Endpoint<Params, Query, Body, Data, A> {
  const none = None as unknown as Params & Query & Body & Data; // the defaults of the type parameters
  return {
    params: none,
    query: none,
    body: none,
    data: none,
    status: 200,
    errors: [],
    encoding: 'json',
    whileReadOnly: false,
    isRateLimited: true,
    inNest: isForNest(definition.access) ? 'session' : 'refused',
    ...definition,
  };
}

/** Returns whether the endpoint declares a body. */
export function hasBody(definition: Endpoint): boolean {
  return definition.body !== None;
}

/** Returns whether a success of the endpoint carries data. */
function hasData(definition: Endpoint): boolean {
  return definition.data !== None;
}

/** The input of a call: the parts that the endpoint declares, one object each. */
export type Input<E extends Endpoint> = (E['params'] extends None
  ? unknown
  : { params: Static<E['params']> }) &
  (E['query'] extends None ? unknown : { query?: Static<E['query']> }) &
  (E['body'] extends None ? unknown : { body: Static<E['body']> });

export type Data<E extends Endpoint> = Static<E['data']>;

/** A part of a request as a handler receives it: properties with a default (`withDefault`) are always present. */
export type Received<Part extends TSchema> =
  Part extends TObject<infer Properties>
    ? Static<Part> & {
        [Name in keyof Properties as Properties[Name] extends WithDefault ? Name : never]-?: Static<
          Properties[Name]
        >;
      }
    : Static<Part>;

/** Returns the schema of the success envelope (design section 3) around the endpoint's data. */
export function successEnvelope(definition: Endpoint): TObject {
  return Type.Object({
    success: Type.Literal(true),
    message: Type.Optional(Type.String()),
    ...(hasData(definition) ? { data: definition.data } : {}),
  });
}

const REASON_VALUES = Type.Unsafe<ReasonValues>({
  type: 'object',
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }] },
});

/** What a sentence in an answer says, as one of `REASONS`, or `code.` and a code, for clients in another language. */
export const Explained = Type.Object({ reason: Type.String(), values: Type.Optional(REASON_VALUES) });
export type Explained = Static<typeof Explained>;

/** The failure envelope of design section 3. */
export const Failure = Type.Object({
  success: Type.Literal(false),
  /** In English. */
  message: Type.String(),
  code: Type.String(),
  /** What the message says, as one of `REASONS`, or `code.` and the code: its id in a translation. */
  reason: Type.Optional(Type.String()),
  /** The values that the message shows. */
  values: Type.Optional(REASON_VALUES),
  /** The present state, where a call says so. */
  present: Type.Optional(Type.Unknown()),
  requestId: Type.String(),
});
export type Failure = Static<typeof Failure>;
