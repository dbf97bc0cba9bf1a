import { auth } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import type { Place, Places } from '../known-places/place.ts';
import type { PinHasher } from '../nest-sessions/pin-hasher.ts';
import type { CardKeys } from '../nests/card-keys.ts';
import { findKeptBackups } from '../nests/backup-store.ts';
import { endDevice } from '../nests/device-store.ts';
import { findPinState } from '../nests/pin-store.ts';
import { listCarers, listNestsOf } from '../nests/store.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { listCardsOf, makeCard, takeBackCard } from './cards.ts';
import {
  changeNest,
  createNestOf,
  getNestOf,
  maximumOf,
  removeNest,
  type NestLimits,
} from './change-nests.ts';
import { registerNestInvitations } from './invitation-routes.ts';
import { toNests } from './nests.ts';
import { setPin } from './set-pin.ts';
import { inviteToNest, unshareNest } from './share.ts';

export interface ChildrenDeps {
  db: Db;
  passwords: PasswordHasher;
  throttle: Throttle;
  places: Places;
  pins: PinHasher;
  cardKeys: CardKeys;
  nestLimits: NestLimits;
  /** Tells catalog of deleted nests. */
  nestDepartures: { poke(): void };
}

/** Registers the calls about nests for the grown-ups who care for them. */
export function registerNests(register: Register, deps: ChildrenDeps): void {
  const { db } = deps;
  const listCards = (nestIds: readonly string[]) =>
    listCardsOf({ db, keys: deps.cardKeys }, 'nest_id', nestIds);
  const toOne = async (userId: string, id: string) => {
    const [nest] = await toNests(db, userId, [await getNestOf(db, userId, id)], listCards);
    if (!nest) throw new AppError('NEST_NOT_FOUND');
    return nest;
  };

  register(auth.listNests, async ({ viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    const nests = await toNests(db, viewer.id, await listNestsOf(db, viewer.id), listCards);
    const { isSet: isPinSet, rests: isPinResting } = await findPinState(db, viewer.id);
    const maximum = maximumOf({ role: viewer.role, isTeacher: viewer.teacher !== null }, deps.nestLimits);
    return { data: { nests, maximum, isPinSet, isPinResting, keptBackups: await findKeptBackups(db) } };
  });

  register(auth.createNest, async ({ body, viewer }) => {
    const { classId, ...look } = body;
    const id = await createNestOf(db, { ownerId: viewer.id, classId, look, limits: deps.nestLimits });
    return { data: { nest: await toOne(viewer.id, id) } };
  });

  register(auth.updateNest, async ({ params, body, viewer }) => {
    const { classId, ...look } = body;
    await changeNest(db, { userId: viewer.id, id: params.id, look, classId });
    return { data: { nest: await toOne(viewer.id, params.id) } };
  });

  register(auth.deleteNest, async ({ params, viewer }) => {
    await removeNest(db, viewer.id, params.id);
    deps.nestDepartures.poke();
    return { message: 'The nest was deleted.' };
  });

  registerSharing(register, deps, toOne);
  registerCards(register, deps);
  registerPin(register, deps);
}

function registerSharing(
  register: Register,
  { db }: ChildrenDeps,
  toOne: (userId: string, id: string) => Promise<auth.Nest>,
): void {
  registerNestInvitations(register, { db });

  register(auth.shareNest, async ({ params, body, viewer }) => {
    await inviteToNest(db, { owner: viewer, id: params.id, username: body.username });
    return { data: { nest: await toOne(viewer.id, params.id) } };
  });

  register(auth.listNestCarers, async ({ body }) => ({ data: { carers: await listCarers(db, body.ids) } }));

  register(auth.unshareNest, async ({ params, viewer, record }) => {
    await unshareNest(db, { userId: viewer.id, id: params.id, record });
    return { message: 'The nest is not shared any more.' };
  });

  register(auth.endNestDevice, async ({ params, viewer }) => {
    await getNestOf(db, viewer.id, params.id);
    if (!(await endDevice(db, params.id, params.deviceId))) throw new AppError('ITEM_NOT_FOUND');
    return { message: 'The nest has left this device.' };
  });
}

function registerPin(register: Register, deps: ChildrenDeps): void {
  register(auth.setNestPin, async ({ body, viewer, request }) => {
    const place: Place = deps.places.of(request);
    await setPin(deps, { viewer, pin: body.pin, password: body.password, place });
    return { message: 'The PIN was saved.' };
  });
}

function registerCards(register: Register, { db, cardKeys: keys }: ChildrenDeps): void {
  register(auth.makeNestCard, async ({ params, body, viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    await getNestOf(db, viewer.id, params.id);
    const place = { column: 'nest_id', id: params.id } as const;
    return { data: { card: await makeCard({ db, keys }, { place, label: body.label, makerId: viewer.id }) } };
  });

  register(auth.takeBackNestCard, async ({ params, viewer }) => {
    await getNestOf(db, viewer.id, params.id);
    const place = { column: 'nest_id', id: params.id } as const;
    await takeBackCard(db, place, params.cardId);
    return { message: 'The card was taken back.' };
  });
}
