import { auth, catalog } from '@larksong/contracts';

import { call } from '../../api/client.ts';

/**
 * Returns the nests and classes that the user cares for, with their rules, the minutes of the last days, and what opens
 * them. The codes are left out, since whoever has one has the nest.
 */
export async function collectNests() {
  const { nests, isPinSet } = (await call(auth.listNests, {})).data;
  const { classes } = (await call(auth.listClasses, {})).data;
  return {
    hasPin: isPinSet,
    nests: await Promise.all(nests.map(collectNest)),
    classes: await Promise.all(
      classes.map(async ({ id, name, sign, hue, isMine, sharedWith, invited, cards }) => ({
        ...{ id, name, sign, hue, isMine, sharedWith, invited },
        cards: withoutCodes(cards),
        rule: await collectRule(id),
      })),
    ),
  };
}

async function collectNest(nest: auth.Nest) {
  const { id, animal, ground, nickname, classId, isMine, sharedWith, invited, devices, cards } = nest;
  const params = { id: classId ?? id };
  const { days } = (await call(catalog.listNestMinutes, { params, query: { nestId: id } })).data;
  return {
    ...{ id, animal, ground, nickname, classId, isMine, sharedWith, invited },
    devices: devices.map(({ cameBy, label, device, lastUsedAt }) => ({ cameBy, label, device, lastUsedAt })),
    cards: withoutCodes(cards),
    // A nest of a class has the rule of the class.
    rule: classId === null ? await collectRule(id) : null,
    days,
  };
}

async function collectRule(id: string) {
  return (await call(catalog.getNestRule, { params: { id } })).data.rule;
}

function withoutCodes(cards: readonly auth.NestCard[]) {
  return cards.map(({ label, madeAt, lastUsedAt, deviceCount }) => ({
    ...{ label, madeAt, lastUsedAt, deviceCount },
  }));
}
