import { catalog } from '@larksong/contracts';
import { AppError, type DoorCaller, type Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import type { Makers } from '../list-links/makers.ts';
import { toDoorViewer, type ToNestViewer } from './caller.ts';
import type { NestCarers } from './carers.ts';
import { listChoices } from './choices.ts';
import { putRule, showRule, type RuleOf } from './put-rule.ts';
import { findRule, forgetNests } from './rule-store.ts';
import { showPlace, showRow } from './show-place.ts';
import { giveTime, NO_TIME } from './time/count-time.ts';
import { listMinutes } from './time/list-minutes.ts';

export interface GrownUpDeps {
  db: Db;
  makers: Makers;
  carers: NestCarers;
  toNestViewer: ToNestViewer;
}

/** The rule of a nest or a class that a grown-up may change, and its nests. */
interface Care extends RuleOf {
  nestIds: readonly string[];
}

/** Registers the calls of grown-ups about the rules of nests, and the same behind the door of a device. */
export function registerRules(register: Register, deps: GrownUpDeps): void {
  const { db } = deps;

  register(catalog.getNestRule, async ({ params, viewer }) => ({
    data: await showRule(db, await getCare(deps, params.id, viewer.id)),
  }));
  register(catalog.putNestRule, async ({ params, body, viewer }) => ({
    data: await putRule(db, await getOwnRule(deps, params.id, viewer.id), body),
  }));
  register(catalog.listNestChoices, async ({ params, viewer }) => ({
    data: await listChoices(db, (await getCare(deps, params.id, viewer.id)).door),
  }));
  register(catalog.listNestMinutes, async ({ params, query, viewer }) => ({
    data: await listMinutes(db, toNest(await getCare(deps, params.id, viewer.id), query.nestId)),
  }));
  register(catalog.giveNestTime, async ({ params, body, viewer }) => {
    const nest = toNest(await getCare(deps, params.id, viewer.id), body.nestId);
    return { data: { time: await giveTime(db, nest, body.minutes) } };
  });
  registerDoor(register, deps);
  registerPreview(register, deps);
  register(catalog.getNestGame, async ({ params: { id }, query: { ownerId } }) => {
    const { isLive } = await toDoorViewer(deps, ownerId);
    const rule = isLive ? await findRule(db, id, ownerId) : undefined;
    return { data: { isOn: rule?.game.isOn ?? false } };
  });
  register(catalog.forgetNests, async ({ body }) => {
    await forgetNests(db, body.ids);
    return {};
  });
}

function registerDoor(register: Register, deps: GrownUpDeps): void {
  const { db } = deps;
  register(catalog.getDoorRule, async ({ params, caller }) => ({
    data: await showRule(db, await getDoorCare(deps, params.id, caller)),
  }));
  register(catalog.putDoorRule, async ({ params, body, caller }) => ({
    data: await putRule(db, await getDoorCare(deps, params.id, caller), { ...body, keepsVolume: true }),
  }));
  register(catalog.listDoorChoices, async ({ params, caller }) => ({
    data: await listChoices(db, (await getDoorCare(deps, params.id, caller)).door),
  }));
  register(catalog.listDoorMinutes, async ({ params, query, caller }) => ({
    data: await listMinutes(db, toNest(await getDoorCare(deps, params.id, caller), query.nestId)),
  }));
  register(catalog.giveDoorTime, async ({ params, body, caller }) => {
    const nest = toNest(await getDoorCare(deps, params.id, caller), body.nestId);
    return { data: { time: await giveTime(db, nest, body.minutes) } };
  });
}

/** What does it see? Nothing of it counts, and no position is kept. */
function registerPreview(register: Register, deps: GrownUpDeps): void {
  const { db } = deps;
  const toViewer = async (id: string, memberId: string) => {
    const care = await getCare(deps, id, memberId);
    return deps.toNestViewer({ nestId: id, ruleId: care.id, ownerId: care.door.ownerId });
  };
  register(catalog.previewNest, async ({ params, viewer }) => {
    const nest = await toViewer(params.id, viewer.id);
    return { data: { ...(await showPlace(db, nest)), time: NO_TIME } };
  });
  register(catalog.previewNestRow, async ({ params, query, viewer }) => {
    const nest = await toViewer(params.id, viewer.id);
    return { data: { row: await showRow(db, nest, { rowId: params.rowId, cursor: query.cursor }) } };
  });
}

/** Returns the rule that a nest or a class has. Throws as `NestCarers.get` does. */
async function getCare(deps: GrownUpDeps, id: string, memberId: string): Promise<Care> {
  const { ruleId, ownerId, nestIds } = await deps.carers.get(id, memberId);
  return { id: ruleId, door: await toDoorViewer(deps, ownerId), nestIds };
}

/** Returns a rule to change, by its own id: a nest in a class has none, so that it does not change that of the class. */
async function getOwnRule(deps: GrownUpDeps, id: string, memberId: string): Promise<Care> {
  const care = await getCare(deps, id, memberId);
  if (care.id !== id) throw new AppError('NEST_NOT_FOUND');
  return care;
}

/** Returns a rule of the nests of a device. Throws NEST_NOT_FOUND for all others. */
async function getDoorCare(deps: GrownUpDeps, id: string, { nests }: DoorCaller): Promise<Care> {
  const own = nests.filter(({ ruleId }) => ruleId === id);
  const [first] = own;
  if (!first) throw new AppError('NEST_NOT_FOUND');
  return { id, door: await toDoorViewer(deps, first.ownerId), nestIds: own.map((nest) => nest.id) };
}

/** Returns a nest of a rule. Throws NEST_NOT_FOUND for all others. */
function toNest({ id, door, nestIds }: Care, nestId: string) {
  if (!nestIds.includes(nestId)) throw new AppError('NEST_NOT_FOUND');
  const { ownerId, isLive } = door;
  return { kind: 'nest' as const, nestId, ruleId: id, ownerId, isLive };
}
