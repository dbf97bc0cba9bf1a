import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

import fastifyStatic from '@fastify/static';
import { AppError } from '@larksong/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { acceptsEncoding } from '../accepts-encoding.ts';
import { isPagePath } from '../proxy/upstreams.ts';

/** Files whose name contains a hash of their content, as Vite names them. */
const HASHED = /^assets\/.+-[\w-]{8,}\.\w+$/;

/**
 * Registers the built web client in `root`: its files, and its single page for every path that may be a page. Throws if
 * the client is not built.
 */
export async function registerWeb(app: FastifyInstance, { root }: { root: string }): Promise<void> {
  const indexPath = join(root, 'index.html');
  if (!(await isFile(indexPath)))
    throw new Error(`WEB_DIR has no index.html (${root}): build the web client.`);
  await app.register(fastifyStatic, { root, serve: false, dotfiles: 'deny', preCompressed: true });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    async handler(request, reply) {
      const path = decodeURIComponent(request.url.split('?')[0] ?? '/');
      const name = path.slice(1);
      if (!isPagePath(path) || hasHiddenPart(name)) throw new AppError('NOT_FOUND');
      if (name !== '' && name !== 'index.html' && (await isFile(join(root, name))))
        return HASHED.test(name)
          ? reply.sendFile(name, { maxAge: '365d', immutable: true })
          : reply.sendFile(name, { maxAge: '5m' });
      if (!isNavigation(request, name)) throw new AppError('NOT_FOUND');
      return sendIndex(indexPath, request, reply);
    },
  });
}

/** Returns whether a request opens a page rather than a missing file. */
function isNavigation(request: FastifyRequest, name: string): boolean {
  const { accept } = request.headers;
  const takesHtml = accept === undefined || accept.includes('text/html') || accept.includes('*/*');
  return takesHtml && (name === 'index.html' || extname(name) === '');
}

function hasHiddenPart(name: string): boolean {
  return name.split('/').some((part) => part.startsWith('.'));
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** Encodings of the built files, by the ending of their names, the smallest first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
];

/**
 * Sends the page, compressed if the build contains such a file and the client accepts it. It names the files of its
 * build, so it is revalidated each time; its tag depends on its content and encoding.
 */
async function sendIndex(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { body, encoding } = await readIndex(path, request.headers['accept-encoding']);
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag });
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(body);
}

async function readIndex(path: string, accepted = ''): Promise<{ body: Buffer; encoding?: string }> {
  for (const { name, ending } of ENCODINGS)
    if (acceptsEncoding(accepted, name) && (await isFile(path + ending)))
      return { body: await readFile(path + ending), encoding: name };
  return { body: await readFile(path) };
}
