import { auth } from '@larksong/contracts';

import { invalidate } from '../../api/invalidate.ts';

/** Reads nests, classes and invitations again. */
export function refreshChildren(): Promise<void> {
  return invalidate(auth.listNests, auth.listClasses, auth.listNestInvitations);
}

/**
 * Makes a change, and reads again what it may have changed. Also after a failure, since only its answer may be lost; but then
 * the failure is said at once: without a connection, reading again takes long.
 */
export async function thenRefresh<T>(change: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await change();
  } catch (error) {
    void refreshChildren();
    throw error;
  }
  await refreshChildren();
  return result;
}
