import { auth, createClient } from '@larksong/contracts';

import type { SetupCalls } from '../settings/stack-options.ts';

/** Returns the calls; `find` returns where auth is now, and its secret. */
export function createSetupCalls(find: () => { baseUrl: string; internalToken: string }): SetupCalls {
  const send = () => {
    const { baseUrl, internalToken } = find();
    return createClient({ baseUrl, headers: () => ({ 'x-internal-token': internalToken }) });
  };
  return {
    readSetup: async () => (await send()(auth.getSetupState, {})).data,
    async reportRestore(body) {
      await send()(auth.reportRestore, { body });
    },
  };
}
