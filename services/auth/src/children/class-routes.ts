import { auth } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import { endClassCode } from '../nests/class-code-store.ts';
import { listClassesOf } from '../nests/class-store.ts';
import { findNestsOf } from '../nests/store.ts';
import { listCardsOf, makeCard, takeBackCard } from './cards.ts';
import {
  addNestsTo,
  changeClass,
  createClassOf,
  getClassOf,
  makeClassCode,
  removeClass,
} from './change-classes.ts';
import { toClasses } from './classes.ts';
import { toNests } from './nests.ts';
import type { ChildrenDeps } from './routes.ts';
import { inviteToClass, unshareClass } from './share.ts';

/** Registers the calls about classes of nests for the grown-ups who care for them. */
export function registerClasses(register: Register, deps: ChildrenDeps): void {
  const { db, cardKeys: keys } = deps;
  const toOne = async (userId: string, id: string) => {
    const [found] = await toClasses({ db, keys }, userId, [await getClassOf(db, userId, id)]);
    if (!found) throw new AppError('NEST_NOT_FOUND');
    return found;
  };

  register(auth.listClasses, async ({ viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    return {
      data: { classes: await toClasses({ db, keys }, viewer.id, await listClassesOf(db, viewer.id)) },
    };
  });

  register(auth.createClass, async ({ body, viewer }) => {
    const id = await createClassOf(db, viewer.id, body);
    return { data: { class: await toOne(viewer.id, id) } };
  });

  register(auth.updateClass, async ({ params, body, viewer }) => {
    await changeClass(db, { userId: viewer.id, id: params.id, look: body });
    return { data: { class: await toOne(viewer.id, params.id) } };
  });

  register(auth.deleteClass, async ({ params, viewer, record }) => {
    const nestCount = await removeClass(db, { ownerId: viewer.id, id: params.id, record });
    deps.nestDepartures.poke();
    return { data: { nestCount } };
  });

  registerSharing(register, deps, toOne);
  registerNestsOfClass(register, deps);
  registerWaysIn(register, deps);
}

function registerSharing(
  register: Register,
  { db }: ChildrenDeps,
  toOne: (userId: string, id: string) => Promise<auth.NestClass>,
): void {
  register(auth.shareClass, async ({ params, body, viewer }) => {
    await inviteToClass(db, { owner: viewer, id: params.id, username: body.username });
    return { data: { class: await toOne(viewer.id, params.id) } };
  });

  register(auth.unshareClass, async ({ params, viewer, record }) => {
    await unshareClass(db, { userId: viewer.id, id: params.id, record });
    return { message: 'The class is not shared any more.' };
  });
}

function registerNestsOfClass(
  register: Register,
  { db, cardKeys: keys, nestLimits: limits }: ChildrenDeps,
): void {
  register(auth.addClassNests, async ({ params, body, viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    const added = await addNestsTo({ db, keys, limits }, { userId: viewer.id, classId: params.id, ...body });
    const rows = new Map((await findNestsOf(db, viewer.id, added)).map((row) => [row.id, row]));
    // In the order of the nicknames.
    const inOrder = added.flatMap((id) => rows.get(id) ?? []);
    const nests = await toNests(db, viewer.id, inOrder, (ids) => listCardsOf({ db, keys }, 'nest_id', ids));
    return { data: { nests } };
  });
}

/** Registers the calls about cards and short codes, which open a class on tablets. */
function registerWaysIn(register: Register, { db, cardKeys: keys }: ChildrenDeps): void {
  register(auth.makeClassCard, async ({ params, body, viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    await getClassOf(db, viewer.id, params.id);
    const place = { column: 'class_id', id: params.id } as const;
    return { data: { card: await makeCard({ db, keys }, { place, label: body.label, makerId: viewer.id }) } };
  });

  register(auth.takeBackClassCard, async ({ params, viewer }) => {
    await getClassOf(db, viewer.id, params.id);
    const place = { column: 'class_id', id: params.id } as const;
    await takeBackCard(db, place, params.cardId);
    return { message: 'The card was taken back.' };
  });

  register(auth.createClassCode, async ({ params, body, viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    const asked = { userId: viewer.id, classId: params.id, hours: body.hours };
    return { data: { code: await makeClassCode({ db, keys }, asked) } };
  });

  register(auth.endClassCode, async ({ params, viewer }) => {
    await getClassOf(db, viewer.id, params.id);
    await endClassCode(db, params.id);
    return { message: 'The code has ended.' };
  });
}
