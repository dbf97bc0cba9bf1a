import { Type, type Static, type TOptional, type TSchema } from 'typebox';

import { because } from './reasons.ts';

/** Marks a property that the server fills in. Branded, since `default` is not part of a schema's type. */
export interface WithDefault {
  '~default': true;
}

/** Returns the schema as a property that is optional for callers; the server fills in the declared default. */
export function withDefault<T extends TSchema & { default?: unknown }>(
  schema: T,
): TOptional<T> & WithDefault {
  return Type.Optional(schema) as TOptional<T> & WithDefault; // the brand exists only in types
}

/** A UUID of any version in its canonical text form; this site's ids are UUIDv7. Servers receive it in lower case. */
export const Uuid = Type.String({
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  lowerCase: true,
  ...because('call.id-not-valid'),
});

/** ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. */
export const Timestamp = Type.String();

/** Returns the schema of a moment that a caller sends: ISO 8601 in UTC. */
export function Moment() {
  return Type.String({
    pattern: String.raw`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?Z$`,
    ...because('call.time-not-valid'),
  });
}

/** The query of a list in pages: the size of a page, and the cursor of the previous one. */
export const PageQuery = Type.Object({
  limit: withDefault(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 50,
      ...because('call.list-limit'),
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 500 })),
});
export type PageQuery = Static<typeof PageQuery>;

/** The path parameter `id` as a UUID. */
export const IdParams = Type.Object({ id: Uuid });

/** Returns the schema of a value that may be null. */
export function Nullable<T extends Parameters<typeof Type.Union>[0][number]>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}
