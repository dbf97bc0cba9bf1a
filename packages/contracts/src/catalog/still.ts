import { Type, type Static } from 'typebox';

/** The picture of a song without one: the cover in the file, or a drawing of the house's own. */
export const Still = Type.Union([
  Type.Object({ kind: Type.Literal('cover'), streamIndex: Type.Integer({ minimum: 0 }) }),
  Type.Object({ kind: Type.Literal('drawing'), scene: Type.String(), tint: Type.String() }),
]);
export type Still = Static<typeof Still>;
