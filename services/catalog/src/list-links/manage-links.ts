import { because, catalog, isBlank, type Explanation } from '@larksong/contracts';
import { AppError, inTransaction, newId, type Viewer } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import type { Standing } from '../db/list-link-tables.ts';
import type { Trx } from '../db/tables.ts';
import { getListFor, getLocked, type CallerDeps } from '../song-lists/caller.ts';
import type { ListRow } from '../song-lists/store.ts';
import { makeCode, writeCode } from '@larksong/service-kit/codes';
import type { LinkKeys } from './link-keys.ts';
import { noteStanding } from './maker-store.ts';
import * as store from './store.ts';

export interface LinkDeps extends CallerDeps {
  keys: LinkKeys;
}

export interface Maker {
  caller: Viewer;
  record: RecordChange;
}

export interface GivenLink {
  name?: string;
  endsAt?: string | null;
  showsOwn?: boolean;
  hasPreview?: boolean;
}

/** Returns what somebody with a session is. */
export function standingIn({ role, teacher }: Pick<Viewer, 'role' | 'teacher'>): Standing {
  if (role === 'superadmin') return 'superadmin';
  return teacher ? 'teacher' : 'member';
}

/** Returns the given parts of a link as they are stored. Throws VALIDATION_FAILED. */
function toFields({ name, endsAt, showsOwn, hasPreview }: GivenLink, now: Date): Partial<store.LinkFields> {
  return {
    ...(name === undefined ? {} : { name: toName(name) }),
    ...(endsAt === undefined ? {} : { ends_at: endsAt === null ? null : toFuture(endsAt, now) }),
    ...(showsOwn === undefined ? {} : { shows_own: showsOwn }),
    ...(hasPreview === undefined ? {} : { has_preview: hasPreview }),
  };
}

function toName(text: string): string {
  if (isBlank(text)) refuse(because('link.name-missing'));
  const line = text.replaceAll(/[\t\n\r]+/g, ' ').trim();
  if (/\p{Cc}/u.test(line)) refuse(because('link.name-characters'));
  return line;
}

function toFuture(text: string, now: Date): Date {
  const at = new Date(text);
  if (!(at > now)) refuse(because('link.ends-too-early'));
  return at;
}

function refuse(explanation: Explanation): never {
  throw new AppError('VALIDATION_FAILED', explanation);
}

/** Makes one change to the links of a list that the caller may change. Throws LIST_NOT_FOUND. */
async function changeLinks<T>(
  deps: LinkDeps,
  { listId, maker }: { listId: string; maker: Maker },
  make: (trx: Trx, list: ListRow, record: RecordOfSite) => Promise<T>,
): Promise<T> {
  await getListFor(deps, listId, { caller: maker.caller, to: 'change' });
  return inTransaction(deps.db, async (trx) => {
    const list = await getLocked(trx, listId);
    // Those of members are their own business, like their lists.
    const record: RecordOfSite = async (action, link, change) => {
      if (list.owner_id !== null) return;
      await maker.record(trx, {
        action,
        subject: { id: listId, name: list.name },
        ...withLink(link, change),
      });
    };
    return make(trx, list, record);
  });
}

type LinkAction = 'made' | 'changed' | 'taken-back';
type RecordOfSite = (
  action: `list.link-${LinkAction}` | 'list.code-made' | 'list.code-ended',
  link: { name: string },
  change?: { before?: object; after?: object },
) => Promise<void>;

/** The audit log names a link by its name, never by its code. */
function withLink({ name }: { name: string }, { before, after }: { before?: object; after?: object } = {}) {
  return { ...(before ? { before: { link: name, ...before } } : {}), after: { link: name, ...after } };
}

/** Makes a link. Throws VALIDATION_FAILED, LIST_NOT_FOUND, and CONFLICT if the list has as many as allowed. */
export async function makeLink(
  deps: LinkDeps,
  {
    listId,
    given,
  }: { listId: string; given: Required<Omit<GivenLink, 'endsAt'>> & Pick<GivenLink, 'endsAt'> },
  maker: Maker,
): Promise<store.ShownLink> {
  const fields = {
    name: '',
    ends_at: null,
    shows_own: false,
    has_preview: true,
    ...toFields(given, new Date()),
  };
  return changeLinks(deps, { listId, maker }, async (trx, _list, record) => {
    if ((await store.countLinks(trx, listId)) >= catalog.MAX_LINKS)
      throw new AppError('CONFLICT', because('link.too-many', { maximum: catalog.MAX_LINKS }));
    await noteStanding(trx, maker.caller.id, standingIn(maker.caller));
    const id = newId();
    const code = deps.keys.store(makeCode('link'));
    await store.createLink(trx, { ...fields, ...code, id, list_id: listId, maker_id: maker.caller.id });
    await record('list.link-made', fields, { after: toRecorded(fields) });
    return getLink(trx, listId, id);
  });
}

function toRecorded({
  name,
  ends_at: endsAt,
  shows_own: showsOwn,
  has_preview: hasPreview,
}: Partial<store.LinkFields>) {
  return { name, endsAt: endsAt?.toISOString() ?? endsAt, showsOwn, hasPreview };
}

/** Returns a link of a list. Throws ITEM_NOT_FOUND. */
async function getLink(trx: Trx, listId: string, linkId: string): Promise<store.ShownLink> {
  const link = await store.findLinkOf(trx, listId, linkId);
  if (!link) throw new AppError('ITEM_NOT_FOUND');
  return link;
}

/** Changes a link. Throws VALIDATION_FAILED, LIST_NOT_FOUND and ITEM_NOT_FOUND. */
export async function changeLink(
  deps: LinkDeps,
  { listId, linkId, given }: { listId: string; linkId: string; given: GivenLink },
  maker: Maker,
): Promise<store.ShownLink> {
  const fields = toFields(given, new Date());
  return changeLinks(deps, { listId, maker }, async (trx, _list, record) => {
    const before = await getLink(trx, listId, linkId);
    if (Object.keys(fields).length === 0) return before;
    await store.saveLink(trx, linkId, fields);
    await record('list.link-changed', before, { before: toRecorded(before), after: toRecorded(fields) });
    return getLink(trx, listId, linkId);
  });
}

/** Takes a link back for good. Throws LIST_NOT_FOUND and ITEM_NOT_FOUND. */
export async function takeBackLink(
  deps: LinkDeps,
  { listId, linkId }: { listId: string; linkId: string },
  maker: Maker,
): Promise<void> {
  await changeLinks(deps, { listId, maker }, async (trx, _list, record) => {
    const link = await getLink(trx, listId, linkId);
    await store.deleteLink(trx, linkId);
    await record('list.link-taken-back', link);
  });
}

/** Tries until a code is free; of 190 million, a few thousand are in use at most. */
const TRIES = 10;

/**
 * Makes a code for the board, which replaces the one before and never outlives its link. Throws LIST_NOT_FOUND,
 * ITEM_NOT_FOUND, and CONFLICT if the link has ended.
 */
export async function makeSpokenCode(
  deps: LinkDeps,
  { listId, linkId, hours }: { listId: string; linkId: string; hours: number },
  maker: Maker,
): Promise<catalog.SpokenCode> {
  return changeLinks(deps, { listId, maker }, async (trx, _list, record) => {
    const link = await getLink(trx, listId, linkId);
    if (link.is_ended) throw new AppError('CONFLICT', because('link.ended'));
    const wanted = new Date(Date.now() + hours * 3_600_000);
    const endsAt = link.ends_at && link.ends_at < wanted ? link.ends_at : wanted;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const code = makeCode('spoken');
      const stored = { linkId, code: deps.keys.store(code), hashes: deps.keys.hashesOf(code), endsAt };
      if (!(await store.saveSpokenCode(trx, stored))) continue;
      await record('list.code-made', link, { after: { endsAt: endsAt.toISOString() } });
      return { code: writeCode(code), endsAt: endsAt.toISOString() };
    }
    throw new Error('no code for the board is free');
  });
}

/** Ends the code for the board of a link; one that has ended is no failure. Throws LIST_NOT_FOUND and ITEM_NOT_FOUND. */
export async function endSpokenCode(
  deps: LinkDeps,
  { listId, linkId }: { listId: string; linkId: string },
  maker: Maker,
): Promise<void> {
  await changeLinks(deps, { listId, maker }, async (trx, _list, record) => {
    const link = await getLink(trx, listId, linkId);
    if (await store.deleteSpokenCode(trx, linkId)) await record('list.code-ended', link);
  });
}
