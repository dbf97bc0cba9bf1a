import { auth, createClient, type Data, type Input } from '@larksong/contracts';

/** The calls of auth that serve the page for the first start, for the launcher alone. */
export interface SetupCalls {
  /** Returns the state of the page for the first start. */
  readSetup: () => Promise<Data<typeof auth.getSetupState>>;
  /** Tells the page the outcome of a request. */
  reportRestore: (body: Input<typeof auth.reportRestore>['body']) => Promise<void>;
}

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
