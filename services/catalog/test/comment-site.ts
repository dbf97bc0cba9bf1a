import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { catalog, createClient, type auth, type Call, type Data } from '@larksong/contracts';

import { addSong } from './library.ts';
import { startCatalog, type TestCatalog } from './support.ts';
import { signIn, type TestTeacher } from './teachers.ts';

const DAY_MS = 86_400_000;

/** A call that catalog made to auth. */
interface AuthCall {
  path: string;
  body: unknown;
}

export interface CommentSite {
  service: TestCatalog;
  /** What auth says about accounts. */
  authors: Map<string, auth.Author>;
  /** Makes calls to auth, as catalog does. */
  auth: Call;
  /** The calls for mails that auth was asked for. */
  mails: AuthCall[];
  /** Makes auth answer 503 from now on, or well again. */
  setAway: (isAway: boolean) => void;
  /** Signs in an account that may write, since it is verified and old enough. */
  join: (role?: auth.GivenRole, author?: Partial<auth.Author>) => Promise<TestTeacher>;
  stop: () => Promise<void>;
}

/** Starts catalog with a substitute for auth, which knows the accounts of `join`. */
export async function startCommentSite(): Promise<CommentSite> {
  const auth = await startAuth();
  const service = await startCatalog({ authUrl: auth.url });
  return {
    service,
    authors: auth.authors,
    auth: createClient({ baseUrl: auth.url, headers: () => ({}) }),
    mails: auth.mails,
    setAway: auth.setAway,
    async join(role = 'user', author = {}) {
      const user = await signIn(service, role);
      auth.authors.set(user.id, {
        id: user.id,
        username: user.username,
        displayName: null,
        role: user.role,
        isTeacher: role === 'teacher',
        isVerified: true,
        createdAt: new Date(Date.now() - 30 * DAY_MS).toISOString(),
        ...author,
      });
      return user;
    },
    async stop() {
      await service.stop();
      auth.stop();
    },
  };
}

/** Starts a server that answers catalog's calls as auth does. */
async function startAuth() {
  const authors = new Map<string, auth.Author>();
  const mails: AuthCall[] = [];
  let isAway = false;
  const server = createServer((request, response) => {
    void text(request).then((content) => {
      const path = request.url ?? '';
      const id = /^\/internal\/users\/([^/]+)\/author$/.exec(path)?.[1] ?? '';
      const body = JSON.parse(content || '{}') as { ids?: string[] };
      if (!isAway && path.includes('-mails/')) mails.push({ path, body });
      const users = (body.ids ?? []).flatMap((one) => authors.get(one) ?? []);
      response.writeHead(isAway ? 503 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ success: true, data: { author: authors.get(id) ?? null, users } }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const url = `http://127.0.0.1:${port}`;
  const setAway = (away: boolean) => (isAway = away);
  return { url, authors, mails, setAway, stop: () => server.close() };
}

/** Chooses the setting of the site. */
export async function choose(
  { service }: CommentSite,
  by: TestTeacher,
  settings: Partial<catalog.CommentSettings>,
): Promise<void> {
  await by.call(catalog.putCommentSettings, { body: settings });
  await service.db.deleteFrom('comment_writes').execute();
}

/** Writes a comment, or a reply, and returns it. */
export async function write(
  by: TestTeacher,
  videoId: string,
  text: string,
  { id = randomUUID(), parentId }: { id?: string; parentId?: string } = {},
): Promise<catalog.Reply> {
  const body = { id, text, ...(parentId === undefined ? {} : { parentId }) };
  return (await by.call(catalog.createComment, { params: { id: videoId }, body })).data.comment;
}

export async function read(
  by: TestTeacher,
  videoId: string,
  query: { limit?: number; cursor?: string } = {},
): Promise<Data<typeof catalog.listComments>> {
  return (await by.call(catalog.listComments, { params: { id: videoId }, query })).data;
}

/** Returns the texts that somebody reads, newest first. */
export async function textsFor(by: TestTeacher, videoId: string): Promise<string[]> {
  return (await read(by, videoId)).comments.map((comment) => comment.text);
}

export async function listFor(
  by: TestTeacher,
  list: catalog.ModerationList = 'waiting',
): Promise<Data<typeof catalog.listModeration>> {
  return (await by.call(catalog.listModeration, { query: { list } })).data;
}

export async function approve(by: TestTeacher, { id, revision }: Pick<catalog.Reply, 'id' | 'revision'>) {
  const body = { decision: 'approve' as const, revision };
  return (await by.call(catalog.decideComment, { params: { id }, body })).data.comment;
}

export async function remove(
  by: TestTeacher,
  { id, revision }: Pick<catalog.Reply, 'id' | 'revision'>,
  fault: catalog.CommentFault = 'unkind',
  note = '',
) {
  const body = { decision: 'remove' as const, revision, fault, note };
  return (await by.call(catalog.decideComment, { params: { id }, body })).data.comment;
}

/** Adds a public song of a teacher or of the superadmin. */
export function addSongOf({ service }: CommentSite, uploader?: { id: string }): Promise<string> {
  return addSong(service, uploader ? { uploaderId: uploader.id } : {});
}
