import { ApiError, auth as authCalls, type Call } from '@larksong/contracts';

const TIMEOUT_MS = 5000;

/** Returns the ids of all enabled superadmins; none of an auth from before it names them. */
export async function listSuperadmins(call: Call): Promise<string[]> {
  try {
    const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
    return (await call(authCalls.listSuperadmins, {}, options)).data.ids;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

/** Returns which of at most 100 accounts are teachers. */
export async function listTeachers(call: Call, ids: string[]): Promise<string[]> {
  const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
  const { data } = await call(authCalls.listStandings, { body: { ids } }, options);
  return data.users.filter(({ isTeacher }) => isTeacher).map(({ id }) => id);
}
