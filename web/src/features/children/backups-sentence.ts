import { auth, type Data } from '@larksong/contracts';

import { queryClient } from '../../api/query-client.ts';
import { queryKeyOf } from '../../api/queries.ts';
import { text } from '../../lib/texts.ts';

/** Returns how long backups keep what is deleted, as the list of nests says. */
export function backupsSentence(): string {
  const data = queryClient.getQueryData<Data<typeof auth.listNests>>(queryKeyOf(auth.listNests, {}));
  const count = data?.keptBackups ?? null; // a version from before does not say it
  return count === null
    ? text('children.delete-backups-unknown')
    : text('children.delete-backups', { count });
}
