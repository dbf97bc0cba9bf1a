import { type Language, because, game } from '@larksong/contracts';
import { AppError, readBinaryBody, type Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import type { GameFolders } from '../files/letter-names.ts';
import { inPack } from '../files/pack-place.ts';
import { describeImport } from './describe-import.ts';
import { exportPack } from './export-pack.ts';
import { receivePack, type ReceiveDeps } from './receive-pack.ts';
import { makeStarterZip } from './starter-zip.ts';
import { findImport, findLatestImport } from './store.ts';

interface PackDeps extends ReceiveDeps, GameFolders {
  stallSeconds: number;
  /** The folder of the starter packs. */
  starterDir: string;
  /** Called when a pack is to be imported. */
  onImport: () => void;
}

/** Returns the name under which browsers save a pack. */
function fileNameOf(pack: Language): string {
  return pack === game.OWN_PACK ? 'larksong-cards.zip' : `larksong-cards-${pack}.zip`;
}

/** Registers the calls for card packs. The server must leave bodies of every type unread (`addBinaryBodies`). */
export function registerPacks(register: Register, deps: PackDeps): void {
  const { db } = deps;
  const inTurn = createOneAtATime();
  const limits = {
    maxBytes: deps.maxPackBytes,
    stallMs: deps.stallSeconds * 1000,
    tooLarge: because('pack.too-large', { megabytes: Math.floor(deps.maxPackBytes / 1024 ** 2) }),
  };

  register(game.exportPack, async ({ query }) => {
    const at = inPack(deps, query.pack);
    return { file: { name: fileNameOf(at.pack), bytes: await exportPack(at) } };
  });

  register(game.importPack, async ({ query, record, request }) => {
    const row = await inTurn(async () => {
      const body = await readBinaryBody(request, limits);
      return receivePack(deps, { body, replace: query.replace, requestId: request.id, record });
    });
    deps.onImport();
    return { data: { import: await describeImport(db, row, { withLines: false }) } };
  });

  register(game.importStarterPack, async ({ params, record, request }) => {
    const row = await inTurn(async () => {
      const body = await makeStarterZip(deps.starterDir, params.language);
      return receivePack(deps, { body, replace: false, isStarter: true, requestId: request.id, record });
    });
    deps.onImport();
    return { data: { import: await describeImport(db, row, { withLines: false }) } };
  });

  registerProgress(register, db);
}

function registerProgress(register: Register, db: Db): void {
  register(game.getPackImport, async ({ params }) => {
    const row = await findImport(db, params.id);
    if (!row) throw new AppError('IMPORT_NOT_FOUND');
    return { data: { import: await describeImport(db, row, { withLines: true }) } };
  });

  register(game.getLatestPackImport, async () => {
    const row = await findLatestImport(db);
    return { data: { import: row ? await describeImport(db, row, { withLines: false }) : null } };
  });
}

/** Returns a function that runs work alone, since a pack is held in memory; throws TOO_BUSY instead of waiting. */
function createOneAtATime() {
  let isBusy = false;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (isBusy)
      throw new AppError('TOO_BUSY', {
        ...because('pack.others-first'),
        retryAfterSeconds: 5,
      });
    isBusy = true;
    try {
      return await work();
    } finally {
      isBusy = false;
    }
  };
}
