import { catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';

import { until } from '../access/until.ts';
import type { CatalogData } from '../support/catalog-data.ts';
import { createRandom } from '../support/random.ts';
import { breakOffUpload, leaveInTheMiddle, type Target } from './broken-off.ts';

const AT_ONCE = 4;
const KILLED = 4;
/** Number of consecutive checks, a tenth of a second apart, after which a result counts as stable. */
const EQUAL_LOOKS = 5;

export interface Leftovers {
  objects: string[];
  /** Unfinished uploads of the whole bucket. */
  uploads: string[];
  /** Rows about uploads. */
  rows: string[];
}

/** Returns the number of videos visible to anybody on the site. */
export async function countVisible({ account }: Target): Promise<number> {
  const list = await account.call(catalog.listVideos, { query: { limit: 100 } });
  const { data } = await account.call(catalog.getTranscodingStatus, {});
  return (
    list.data.videos.length +
    data.processingCount +
    data.recentlyCompleted.length +
    data.recentlyFailed.length
  );
}

/** Returns what uploads have left in catalog's tables and in storage. */
export async function findLeftovers({ db, storage, listObjects }: CatalogData): Promise<Leftovers> {
  const rows = await db.selectFrom('uploads').select('key').execute();
  return {
    objects: await listObjects(),
    uploads: (await storage.listUploads()).map(({ key }) => key),
    rows: rows.map(({ key }) => key),
  };
}

export interface Damage {
  before: Leftovers;
  after: Leftovers;
  visible: number;
}

/** Interrupts uploads, the last ones by killing catalog. Returns the leftovers before and after a sweep. */
export async function breakOffUploads(
  target: Target,
  data: CatalogData,
  { count, seed }: { count: number; seed: number },
): Promise<Damage> {
  console.log(`interrupting ${count} uploads, SEED=${seed}`);
  const random = createRandom(seed);
  for (let done = 0; done < count - KILLED; done += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, () => breakOffUpload(random, target)));
  // A running catalog cleans up after forms itself.
  await untilFormsAre(data, 0);
  const sockets = await Promise.all(Array.from({ length: KILLED }, () => leaveInTheMiddle(target)));
  await untilFormsAre(data, KILLED);
  await killCatalog(target.site);
  for (const socket of sockets) socket.destroy();
  const before = await findLeftovers(data);
  await data.sweepUploads();
  return { before, after: await findLeftovers(data), visible: await countVisible(target) };
}

/** Waits until the number of recorded forms is stable, since an interrupted one may be recorded late. */
async function untilFormsAre({ db }: CatalogData, expected: number): Promise<void> {
  const read = () => db.selectFrom('uploads').select('id').where('kind', '=', 'form').execute();
  let looks = 0;
  const isSo = async () => {
    looks = (await read()).length === expected ? looks + 1 : 0;
    return looks === EQUAL_LOOKS;
  };
  const wait = until(isSo, { what: `${expected} forms recorded`, withinSeconds: 20 });
  await wait.catch(async (cause: unknown) => {
    throw new Error(`${(await read()).length} forms are recorded instead of ${expected}.`, { cause });
  });
}

/** Kills catalog and waits until its replacement is ready. */
async function killCatalog(site: Stack): Promise<void> {
  const catalogService = site.services['catalog'];
  const restarts = catalogService?.restarts ?? 0;
  catalogService?.kill('SIGKILL');
  const isBack = async () => {
    if ((site.services['catalog']?.restarts ?? 0) <= restarts) return false;
    const answer = await fetch(`${site.url}/api/videos`);
    await answer.body?.cancel();
    return answer.ok;
  };
  await until(isBack, { what: 'catalog back', withinSeconds: 30 });
}
