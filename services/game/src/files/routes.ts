import { AppError } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Db } from '../db/tables.ts';
import { findMediaKey } from '../media/store.ts';
import { parseFilePath, type FileTarget } from './file-path.ts';
import type { PublicFile, PublicFolder } from './public-folder.ts';
import { sendFile, type Sendable } from './send-file.ts';

export interface FileDeps {
  db: Db;
  storage: Storage;
  /** Files placed by hand. */
  folder: PublicFolder;
  /** Files that come with the game: `effects/<name>.mp3`. */
  builtIn: PublicFolder;
}

/** Pictures and sounds for everybody: uploaded ones, else those placed in the folder. */
export function registerFiles(app: FastifyInstance, deps: FileDeps): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = (request.raw.url ?? '').split('?');
    const target = parseFilePath(path);
    const file = target && (await findFile(deps, target));
    if (!file) throw new AppError('NOT_FOUND');
    return sendFile(request, reply, file);
  };
  app.get('/Images/*', { exposeHeadRoute: true }, answer);
  app.get('/Audio/*', { exposeHeadRoute: true }, answer);
}

async function findFile(deps: FileDeps, target: FileTarget): Promise<Sendable | undefined> {
  if ('effect' in target) {
    const file = `${target.effect}.mp3`;
    const found = (await deps.folder.open(['Audio', file])) ?? (await deps.builtIn.open(['effects', file]));
    return found && fromFolder(found, 'audio/mpeg');
  }
  const isPicture = target.kind === 'Images';
  const contentType = isPicture ? 'image/png' : 'audio/mpeg';
  const key = await findMediaKey(deps.db, isPicture ? 'pictures' : 'sounds', target);
  const stored = key === undefined ? undefined : await fromStorage(deps.storage, key, contentType);
  if (stored) return stored;
  const placed = await deps.folder.open([
    target.kind,
    target.letter,
    `${target.name}.${isPicture ? 'png' : 'mp3'}`,
  ]);
  return placed && fromFolder(placed, contentType);
}

async function fromStorage(
  storage: Storage,
  key: string,
  contentType: Sendable['contentType'],
): Promise<Sendable | undefined> {
  const info = await storage.stat(key);
  if (!info) return undefined;
  return {
    etag: info.etag,
    sizeBytes: info.sizeBytes,
    contentType,
    drop: async () => {},
    async open(range) {
      const object = await storage.get(key, range);
      if (!object) throw new AppError('NOT_FOUND');
      return object.stream;
    },
  };
}

function fromFolder({ handle, sizeBytes, etag }: PublicFile, contentType: Sendable['contentType']): Sendable {
  return {
    etag,
    sizeBytes,
    contentType,
    drop: () => handle.close(),
    open: async (range) =>
      handle.createReadStream({ ...(range ?? { start: 0, end: Math.max(sizeBytes - 1, 0) }) }),
  };
}
