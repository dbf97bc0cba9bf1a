import { ERRORS, type game } from '@larksong/contracts';
import { AppError, toAppError, type Logger } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import { LETTER_ITSELF } from '../content/media-store.ts';
import type { Db, Trx, PackImportRow } from '../db/tables.ts';
import { openPlacedLetterName, openBuiltInLetterName, type GameFolders } from '../files/letter-names.ts';
import { EXTENSIONS, type PublicFile } from '../files/public-folder.ts';
import { checkPictureFormat, toPackPicture } from '../media/picture.ts';
import { toSoundSource } from '../media/put-media.ts';
import { hashOf, replacePicture, replaceSoundJob } from '../media/save-media.ts';
import { storeObject, type StoredObject } from '../media/stored-object.ts';
import type { NameState } from './name-store.ts';
import type { OpenedPack } from './open-pack.ts';
import { toRefusal } from './refusal.ts';
import type { MediaOfStep, NameStep } from './steps.ts';
import type { NewLine } from './store.ts';

export interface ImportDeps extends GameFolders {
  db: Db;
  storage: Storage;
  logger: Logger;
  maxMediaBytes: number;
}

/** The outcome for a part of a name. */
export interface Part {
  line: NewLine;
  /** A stored object, and how it becomes the medium of the name. */
  added?: {
    object: StoredObject;
    save: (trx: Trx, of: { categoryId: string; name: string }) => Promise<void>;
  };
}

interface MediumToImport {
  row: PackImportRow;
  files: OpenedPack['files'];
  step: NameStep;
  before: NameState;
  kind: 'picture' | 'sound';
  medium: MediaOfStep;
}

type Refusal = Pick<NewLine, 'reason' | 'explanation' | 'soundReason'>;

/** Failures that pass: the step is tried again. */
const PASSING: readonly string[] = ['UNAVAILABLE', 'TOO_BUSY', 'CONFLICT'];

/** Returns whether a failure is expected to pass. */
export function isPassing(error: unknown): boolean {
  return PASSING.includes(toAppError(error).code);
}

/**
 * Checks and stores a picture or a sound of a pack, unless the site has one already. Throws if that must be tried again;
 * any other failure is a refusal with a sentence.
 */
export async function importMedium(deps: ImportDeps, given: MediumToImport): Promise<Part> {
  const { step, kind, medium } = given;
  const line = (result: game.PackResult, refusal: Refusal = { reason: null }): NewLine => ({
    ...(step.name === LETTER_ITSELF ? { part: 'letterName', name: null } : { part: kind, name: step.name }),
    ...{ result, letter: step.letter },
    ...{ path: medium.path, sound_id: null },
    ...refusal,
  });
  if ('problem' in medium) return { line: line('refused', toRefusal(medium.problem)) };
  try {
    const file = await given.files.get(medium.path)?.read(deps.maxMediaBytes);
    if (!file) throw new Error('the file of a step is missing');
    if (kind === 'picture') checkPictureFormat(file);
    else toSoundSource(file);
    const found = await compare(deps, { ...given, file });
    if (found === 'same') return { line: line('present') };
    if (typeof found === 'object') return { line: line('refused', found) };
    if (found === 'other' && !given.row.replace) return { line: line('kept') };
    const added = await store(deps, { ...given, file });
    const soundId = kind === 'sound' ? added.object.id : null;
    return { line: { ...line(found === 'other' ? 'replaced' : 'added'), sound_id: soundId }, added };
  } catch (error) {
    if (isPassing(error)) throw error;
    const failure = toAppError(error);
    if (failure.code !== 'INTERNAL') return { line: line('refused', toRefusal(failure)) };
    deps.logger.error(
      { err: error, importId: given.row.id, path: medium.path },
      'a file of a pack could not be imported',
    );
    return { line: line('refused', toRefusal(new AppError('INTERNAL'))) };
  }
}

type WithFile = MediumToImport & { file: Buffer };

async function store(deps: ImportDeps, { row, kind, file }: WithFile): Promise<NonNullable<Part['added']>> {
  const sourceHash = hashOf(file);
  if (kind === 'picture') {
    const body = await toPackPicture(file);
    const object = await storeObject(deps, { file: 'picture.png', body, contentType: 'image/png' });
    return { object, save: (trx, of) => replacePicture(trx, { ...object, ...of, sourceHash }) };
  }
  const object = await storeObject(deps, toSoundSource(file));
  const more = { sourceHash, sizeBytes: file.length, requestId: row.request_id };
  return { object, save: (trx, of) => replaceSoundJob(trx, { ...object, ...of, ...more }) };
}

/**
 * Returns whether the site has the same picture or sound, another one or none. It is the same if this file was uploaded
 * before, or if it is the one that the site has made. The same file of a sound that has failed would fail again.
 */
async function compare(
  deps: ImportDeps,
  { kind, step, before, file }: WithFile,
): Promise<'same' | 'other' | 'none' | Refusal> {
  const hash = hashOf(file);
  const job = kind === 'sound' ? before.job : undefined;
  if (job?.source_hash === hash)
    return job.state === 'failed'
      ? { reason: job.error ?? ERRORS.INTERNAL.message, soundReason: job.error_reason }
      : 'same';
  const stored = before[kind];
  if (stored) {
    const isSame = stored.source_hash === hash || (await isStored(deps.storage, stored.key, file));
    return isSame ? 'same' : 'other';
  }
  if (job && job.state !== 'failed') return 'other';
  const [placed, builtIn] = await readFiles(deps, { kind, step, maxBytes: file.length });
  if (placed) return placed.equals(file) ? 'same' : 'other';
  // Nobody on this site has chosen the built-in files, so a pack may replace them.
  return builtIn?.equals(file) ? 'same' : 'none';
}

async function isStored(storage: Storage, key: string, file: Buffer): Promise<boolean> {
  let bytes: Buffer | undefined;
  await storage.read(key, (sizeBytes) => {
    if (sizeBytes !== file.length) return undefined;
    bytes = Buffer.allocUnsafeSlow(sizeBytes);
    return [bytes];
  });
  return bytes?.equals(file) ?? false;
}

/**
 * Returns the existing files that the pack would replace: the one placed by hand and the built-in one. Only the
 * beginning of a file longer than `maxBytes` is read.
 */
async function readFiles(
  folders: GameFolders,
  { kind, step, maxBytes }: { kind: 'picture' | 'sound'; step: NameStep; maxBytes: number },
): Promise<(Buffer | undefined)[]> {
  const type = kind === 'picture' ? 'Images' : 'Audio';
  const opened =
    step.name === LETTER_ITSELF
      ? [openPlacedLetterName(folders, step.letter), openBuiltInLetterName(folders, step.letter)]
      : [folders.folder.open([type, step.letter, `${step.name}${EXTENSIONS[type]}`])];
  return Promise.all(opened.map(async (file) => readStart(await file, maxBytes)));
}

async function readStart(file: PublicFile | undefined, maxBytes: number): Promise<Buffer | undefined> {
  if (!file) return undefined;
  await using handle = file.handle;
  const bytes = Buffer.alloc(Math.min(file.sizeBytes, maxBytes + 1));
  await handle.read(bytes, 0, bytes.length, 0);
  return bytes;
}
