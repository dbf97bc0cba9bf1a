/**
 * Runs `work` while no other tab runs work with the same name. `navigator.locks` exists only on https and localhost; on
 * plain http in a local network, a lease in localStorage takes its place, whose code only such sites load. There two
 * tabs may get in, and `work` must tolerate that (a refresh does, as auth returns the same successor to both for 10
 * seconds).
 */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  // The types promise `locks`, but browsers leave it out on plain http.
  const locks = navigator.locks as LockManager | undefined;
  if (locks) return await locks.request(name, work);
  const lease = await import('./lease.ts').catch(() => null); // an update may have removed the file
  return await (lease ? lease.withLease(name, work) : work());
}
