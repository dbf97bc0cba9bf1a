import { Status } from '../../ui/status.tsx';

/** What stands where a page will be while its code is on its way; says so only when that takes long. */
export function PageLoading() {
  return (
    <div className="page" aria-busy>
      <Status className="muted late">Loading…</Status>
    </div>
  );
}
