import { auth } from '@larksong/contracts';

import { createClass, type Parent } from './children.ts';

/** A class with some nests. */
export async function createFullClass(teacher: Parent, count = 3) {
  const { id } = await createClass(teacher);
  const nicknames = Array.from({ length: count }, (_, n) => `Child ${n + 1}`);
  const { data } = await teacher.call(auth.addClassNests, { params: { id }, body: { nicknames } });
  return { id, params: { id }, nests: data.nests };
}
export type FullClass = Awaited<ReturnType<typeof createFullClass>>;

export const makeClassCard = async (
  { call }: Parent,
  { params }: Pick<FullClass, 'params'>,
  label = 'Tablet',
) => (await call(auth.makeClassCard, { params, body: { label } })).data.card;
export const makeClassCode = async ({ call }: Parent, { params }: Pick<FullClass, 'params'>, hours = 1) =>
  (await call(auth.createClassCode, { params, body: { hours } })).data.code.code;
