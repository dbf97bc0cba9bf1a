import { game, isLanguage, type Language } from '@larksong/contracts';
import { AppError, findStoredFile, sendFile, type SendableFile } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { findMediaKey, LETTER_ITSELF } from '../content/media-store.ts';
import type { Db } from '../db/tables.ts';
import { parseFilePath, type FileTarget } from './file-path.ts';
import type { KnownMedia } from './known-media.ts';
import { foldersOfPack, LETTER_NAMES, openLetterName } from './letter-names.ts';
import { EXTENSIONS, type PublicFile, type PublicFolder } from './public-folder.ts';

interface FileDeps {
  /** Separate connections, so that requests for files never delay calls. */
  files: Db;
  knownMedia: KnownMedia;
  storage: Storage;
  /** Files placed by hand. */
  folder: PublicFolder;
  /** Files that are part of the game: `effects/<name>.mp3`, `sounds/letters/<letter>.mp3`. */
  builtIn: PublicFolder;
}

/** Cached, but revalidated each time, so that a replaced picture appears at once. */
const HEADERS = { 'cache-control': 'public, no-cache' };

/** Registers the public pictures and sounds: uploaded files take precedence over those in the folder. */
export function registerFiles(app: FastifyInstance, deps: FileDeps): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '', query] = (request.raw.url ?? '').split('?');
    const target = parseFilePath(path);
    const pack = parsePack(query);
    const file = target && pack && (await findFile(deps, { target, pack }));
    if (!file) throw new AppError('NOT_FOUND');
    const contentType = 'kind' in target && target.kind === 'Images' ? 'image/png' : 'audio/mpeg';
    return sendFile(request, reply, { file, contentType, headers: HEADERS });
  };
  app.get('/Images/*', { exposeHeadRoute: true }, answer);
  app.get('/Audio/*', { exposeHeadRoute: true }, answer);
}

/** Returns the pack that a query names, by default the site's own; undefined if there can be no such pack. */
function parsePack(query: string | undefined): Language | undefined {
  const pack = new URLSearchParams(query).get('pack') ?? game.OWN_PACK;
  return isLanguage(pack) ? pack : undefined;
}

async function findFile(
  deps: FileDeps,
  { target, pack }: { target: FileTarget; pack: Language },
): Promise<SendableFile | undefined> {
  if ('effect' in target) {
    const file = `${target.effect}${EXTENSIONS.Audio}`;
    const found = (await deps.folder.open(['Audio', file])) ?? (await deps.builtIn.open(['effects', file]));
    return found && fromFolder(found);
  }
  const { kind, letter, name } = target;
  const isLetterName = kind === 'Audio' && letter === LETTER_NAMES;
  const folders = foldersOfPack(deps, pack);
  const owner = {
    pack,
    table: kind === 'Images' ? ('pictures' as const) : ('sounds' as const),
    ...(isLetterName ? { letter: name, name: LETTER_ITSELF } : { letter, name }),
  };
  const key = (await deps.knownMedia.mayHave(owner)) ? await findMediaKey(deps.files, owner) : undefined;
  const stored = key === undefined ? undefined : await findStoredFile(deps.storage, key);
  if (stored) return stored;
  const placed = isLetterName
    ? await openLetterName(folders, name)
    : await folders.folder.open([kind, letter, `${name}${EXTENSIONS[kind]}`]);
  return placed && fromFolder(placed);
}

function fromFolder({ handle, sizeBytes, etag }: PublicFile): SendableFile {
  return {
    etag,
    sizeBytes,
    drop: () => handle.close(),
    open: async (range) => handle.createReadStream(range ?? { start: 0, end: Math.max(sizeBytes - 1, 0) }),
  };
}
