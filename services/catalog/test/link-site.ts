import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { auth as authCalls, catalog, type Data } from '@larksong/contracts';
import type { Static } from 'typebox';

import { outcomeOf, type Guest } from './guests.ts';
import { addSong } from './library.ts';
import { startCatalog, type TestCatalog } from './support.ts';
import { signIn, type TestTeacher } from './teachers.ts';

const { listNestCarers } = authCalls;

type Role = 'user' | 'teacher' | 'superadmin';

/** Catalog with a substitute for auth, which says what accounts are. */
export interface LinkSite {
  service: TestCatalog;
  /** Signs in an account whose role auth knows. */
  enter: (role: Role, username: string) => Promise<TestTeacher>;
  /** Changes what auth says of an account; null: it is disabled. */
  setRole: (account: TestTeacher, role: Role | null) => void;
  /** What auth says of nests and classes, by their ids. */
  carers: Map<string, Data<typeof listNestCarers>['carers'][number]>;
  stop: () => Promise<void>;
}

export async function startLinkSite(): Promise<LinkSite> {
  const roles = new Map<string, { role: string; isTeacher: boolean }>();
  const cared: LinkSite['carers'] = new Map();
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { ids } = (await json(request)) as { ids: string[] }; // catalog's own calls
    const carers = ids.flatMap((id) => cared.get(id) ?? []);
    const users = ids.flatMap((id) => (roles.has(id) ? [{ id, ...roles.get(id) }] : []));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ success: true, data: request.url === listNestCarers.path ? { carers } : { users } }),
    );
  }
  const auth = createServer((request, response) => void answer(request, response));
  auth.listen(0, '127.0.0.1');
  await once(auth, 'listening');
  const { port } = auth.address() as AddressInfo; // it listens on TCP
  const service = await startCatalog({ authUrl: `http://127.0.0.1:${port}` });
  const setRole: LinkSite['setRole'] = ({ id }, role) => {
    if (role === null) roles.delete(id);
    else roles.set(id, { role: role === 'superadmin' ? role : 'user', isTeacher: role === 'teacher' });
  };
  return {
    service,
    async enter(role, username) {
      const account = await signIn(service, role, { username });
      setRole(account, role);
      return account;
    },
    setRole,
    carers: cared,
    async stop() {
      await service.stop();
      auth.close();
    },
  };
}

type NewLink = Partial<Static<typeof catalog.createLink.body>>;

/** Makes a link to a list. */
export async function makeLink(
  by: TestTeacher,
  listId: string,
  link: NewLink = {},
): Promise<catalog.ListLink & { code: string }> {
  const body = { name: 'Parents', ...link };
  const made = (await by.call(catalog.createLink, { params: { id: listId }, body })).data.link;
  if (made.code === null) throw new Error('a link has no code');
  return { ...made, code: made.code };
}

export async function readLinks(by: TestTeacher, id: string): Promise<Data<typeof catalog.listLinks>> {
  return (await by.call(catalog.listLinks, { params: { id } })).data;
}

/** Returns `ok` if a guest may stream a video. */
export function mayStream(guest: Guest, id: string): Promise<string> {
  return outcomeOf(guest.call(catalog.getStreamRights, { params: { id } }));
}

/** Adds a song of every visibility by two people, and one that failed; returns their ids by their titles. */
export async function addEverySong(
  service: TestCatalog,
  { by, other }: { by: TestTeacher; other: TestTeacher },
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const visibility of ['public', 'registered', 'private'] as const)
    for (const [whose, uploaderId] of [
      ['own', by.id],
      ['other', other.id],
    ] as const) {
      const title = `${whose} ${visibility}`;
      ids[title] = await addSong(service, { title, visibility, uploaderId, privateUserId: by.id });
    }
  ids['own failed'] = await addSong(service, { title: 'own failed', uploaderId: by.id, state: 'failed' });
  return ids;
}
