import { auth, catalog, type Endpoint } from '@larksong/contracts';

import type { Account } from './people.ts';

/** A call that leaves an entry in the audit log. */
export interface Step {
  endpoint: Endpoint;
  /** Makes a call that succeeds. */
  run: () => Promise<unknown>;
}

export function step(endpoint: Endpoint, run: Step['run']): Step {
  return { endpoint, run };
}

export function byId(id: string) {
  return { params: { id } };
}

/** Returns the steps of superadmins about lists of songs. */
export function listSongListSteps({ call }: Account): Step[] {
  return [
    step(catalog.offerSongList, async () => {
      const { data } = await call(catalog.createSongList, { body: { name: 'To be offered' } });
      await call(catalog.offerSongList, byId(data.list.id));
    }),
    step(catalog.saveSiteListOrder, () => call(catalog.saveSiteListOrder, { body: { listIds: [] } })),
  ];
}

/** Chooses who hears of problems. */
export function listToldSteps({ call, password }: Account): Step[] {
  return [
    step(auth.putTold, () => call(auth.putTold, { body: { to: 'superadmins', addresses: [] } })),
    step(auth.putToldWebhook, () => call(auth.putToldWebhook, { body: { url: null, password } })),
  ];
}
