import { auth, createClient, type Data } from '@larksong/contracts';

/** Returns the state of the page for the first start, which auth tells the launcher alone. */
export async function readSetup(
  baseUrl: string,
  internalToken: string,
): Promise<Data<typeof auth.getSetupState>> {
  const call = createClient({ baseUrl, headers: () => ({ 'x-internal-token': internalToken }) });
  return (await call(auth.getSetupState, {})).data;
}
