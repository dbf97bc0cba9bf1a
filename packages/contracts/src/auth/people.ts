import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { IdParams, Nullable, Timestamp, Uuid, withDefault } from '../primitives.ts';
import { because, type ReasonValues } from '../reasons.ts';

// People in a table (CSV): email, username, name and role.

/** A sentence about a line, and what it says for a translation. */
export const LineExplanation = Type.Object({
  reason: Type.String(),
  values: Type.Optional(
    Type.Unsafe<ReasonValues>({
      type: 'object',
      additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    }),
  ),
  message: Type.String(),
});

export type LineExplanation = Static<typeof LineExplanation>;

/** `promote`: an existing account becomes a teacher; `none`: nothing changes; `mistake`: the line cannot be used. */
export const PersonWork = Type.Union([
  Type.Literal('invite'),
  Type.Literal('promote'),
  Type.Literal('none'),
  Type.Literal('mistake'),
]);
export type PersonWork = Static<typeof PersonWork>;

export const PersonCheck = Type.Object({
  /** The line of the table, from 1. */
  line: Type.Integer(),
  email: Type.String(),
  work: PersonWork,
  /** At least one. */
  explanations: Type.Array(LineExplanation),
});
export type PersonCheck = Static<typeof PersonCheck>;

export const checkPeople = endpoint({
  operationId: 'checkPeople',
  summary: 'What an import of a table (CSV) would do with each line; changes nothing',
  method: 'POST',
  path: '/api/admin/accounts/import/check',
  access: 'superadmin',
  encoding: 'binary',
  body: Type.String({ format: 'binary' }),
  data: Type.Object({
    people: Type.Array(PersonCheck),
    /** Columns that are not used. */
    notes: Type.Array(LineExplanation),
  }),
  errors: ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  whileReadOnly: true,
});

/** An import, which a loop works through. */
export const PeopleImport = Type.Object({
  id: Uuid,
  startedAt: Timestamp,
  /** The name of the account that started it, or `command line`. */
  startedBy: Type.String(),
  /** Null while it is running. */
  endedAt: Nullable(Timestamp),
  isStopped: Type.Boolean(),
  /** The most people that are invited in a minute. */
  peoplePerMinute: Type.Integer(),
  counts: Type.Object({
    waiting: Type.Integer(),
    invited: Type.Integer(),
    promoted: Type.Integer(),
    /** People who came to the site, or became teachers, in another way meanwhile. */
    unchanged: Type.Integer(),
    failed: Type.Integer(),
  }),
  /** The lines that could not be used after all. */
  failures: Type.Array(Type.Object({ line: Type.Integer(), explanation: LineExplanation })),
});
export type PeopleImport = Static<typeof PeopleImport>;

export const importPeople = endpoint({
  operationId: 'importPeople',
  summary: 'Invite the people in a table (CSV) in the background; null if there is nothing to do',
  method: 'POST',
  path: '/api/admin/accounts/import',
  access: 'superadmin',
  encoding: 'binary',
  query: Type.Object({
    /** Whether lines with mistakes are left out; otherwise they are refused, and nobody is invited. */
    leaveOut: withDefault(Type.Boolean({ default: false, ...because('people.leave-out-not-valid') })),
  }),
  body: Type.String({ format: 'binary' }),
  data: Type.Object({ import: Nullable(PeopleImport) }),
  status: 202,
  errors: ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'CONFLICT'],
});

export const getPeopleImport = endpoint({
  operationId: 'getPeopleImport',
  summary: 'Progress of the latest import of people; null if there was none in the last seven days',
  method: 'GET',
  path: '/api/admin/accounts/import',
  access: 'superadmin',
  data: Type.Object({ import: Nullable(PeopleImport) }),
});

export const stopPeopleImport = endpoint({
  operationId: 'stopPeopleImport',
  summary: 'Stop an import of people; those who were invited stay invited',
  method: 'POST',
  path: '/api/admin/accounts/import/:id/stop',
  access: 'superadmin',
  params: IdParams,
  data: Type.Object({ import: PeopleImport }),
  errors: ['IMPORT_NOT_FOUND', 'CONFLICT'],
});

export const exportPeople = endpoint({
  operationId: 'exportPeople',
  summary: 'All accounts that are not disabled, as a table (CSV) that can be imported',
  method: 'GET',
  path: '/api/admin/accounts/export',
  access: 'superadmin',
  file: 'text/csv',
});
