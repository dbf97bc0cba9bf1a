import { ApiError, auth } from '@larksong/contracts';

import { call } from '../../../api/client.ts';
import { thenRefresh } from '../refresh-children.ts';

export type ClassLook = Pick<auth.NestClass, 'name' | 'sign' | 'hue'>;

export function createClass(body: ClassLook): Promise<auth.NestClass> {
  return thenRefresh(async () => (await call(auth.createClass, { body })).data.class);
}

export function changeClass(id: string, body: ClassLook): Promise<auth.NestClass> {
  return thenRefresh(async () => (await call(auth.updateClass, { params: { id }, body })).data.class);
}

export function addNests(
  id: string,
  body: { nicknames: string[]; withCards: boolean },
): Promise<auth.Nest[]> {
  return thenRefresh(async () => (await call(auth.addClassNests, { params: { id }, body })).data.nests);
}

export function makeCode(id: string, hours: number): Promise<unknown> {
  return thenRefresh(() => call(auth.createClassCode, { params: { id }, body: { hours } }));
}

export function endCode(id: string): Promise<unknown> {
  return thenRefresh(() => call(auth.endClassCode, { params: { id } }));
}

/** Deletes a class for good. One that is gone already counts as deleted. The caller refreshes the page. */
export async function deleteClass(id: string): Promise<void> {
  try {
    await call(auth.deleteClass, { params: { id } });
  } catch (error) {
    const isGone = error instanceof ApiError && error.code === 'NEST_NOT_FOUND';
    if (!isGone) throw error;
  }
}
