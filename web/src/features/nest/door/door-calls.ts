import { auth, catalog } from '@larksong/contracts';

import { invalidate } from '../../../api/invalidate.ts';
import { queryClient } from '../../../api/query-client.ts';

const READ = [auth.listDoorNests, catalog.getDoorRule, catalog.listDoorChoices, catalog.listDoorMinutes];

/** Forgets what was read behind the door. */
export function forgetDoorCalls(): void {
  for (const { operationId } of READ) queryClient.removeQueries({ queryKey: [operationId] });
}

/** Reads again what a change behind the door has changed, there and in the nest. */
export async function refreshAfterChange(): Promise<void> {
  await invalidate(catalog.getDoorRule, catalog.listDoorMinutes, catalog.getNest, catalog.getNestRow);
}
