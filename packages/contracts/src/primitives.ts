import { Type, type Static } from 'typebox';

/** A UUID in its canonical text form, any version; ids of ours are UUIDv7. */
export const Uuid = Type.String({
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  message: 'This is not a valid id.',
});

/** ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. */
export const Timestamp = Type.String();

export const PageQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 50,
      message: 'limit is a whole number from 1 to 100.',
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 500 })),
});
export type PageQuery = Static<typeof PageQuery>;

export const IdParams = Type.Object({ id: Uuid });

export function Nullable<T extends Parameters<typeof Type.Union>[0][number]>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}
