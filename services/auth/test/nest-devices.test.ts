import { auth } from '@larksong/contracts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createNest, createParent, createTablet, outcomeOf, stateOf } from './children.ts';
import { startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
beforeAll(async () => {
  service = await startFreshAuth();
});
afterAll(() => service?.stop());

const sidOf = ({ accessToken }: auth.NestSession) => String(decodeJwt(accessToken ?? '')['sid']);

describe('a device that opens nests again', () => {
  test('is one device however often it scans the card, and other tablets stay open', async () => {
    const parent = await createParent(service);
    const nest = await createNest(parent);
    const made = { params: { id: nest.id }, body: { label: 'Nana' } };
    const code = (await parent.call(auth.makeNestCard, made)).data.card.code ?? '';
    const grandmother = await createTablet(service).enter(code);
    const tablet = createTablet(service);
    let session = await tablet.enter(code);
    for (let n = 0; n < 11; n += 1) {
      const before = session;
      // One that is asked for late has been renewed meanwhile.
      if (n === 5) await tablet.refresh(session);
      session = await tablet.enter(code, before);
      expect(await stateOf(service, sidOf(before))).toMatchObject({ active: false });
    }
    expect(await stateOf(service, sidOf(grandmother))).toMatchObject({ active: true });
    const [shown] = (await parent.call(auth.listNests, {})).data.nests;
    expect(shown?.cards).toMatchObject([{ deviceCount: 2 }]);
    expect(shown?.devices).toHaveLength(2);
  });

  test('keeps its session if the card does not open, and leaves it for that of another owner', async () => {
    const [one, other] = [await createParent(service), await createParent(service)];
    const nests = [await createNest(one), await createNest(other)];
    const tablet = createTablet(service);
    const cards = [];
    for (const [index, parent] of [one, other].entries()) {
      const made = { params: { id: nests[index]?.id ?? '' }, body: { label: 'Tablet' } };
      cards.push((await parent.call(auth.makeNestCard, made)).data.card.code ?? '');
    }
    const first = await tablet.enter(cards[0] ?? '');
    expect(await outcomeOf(tablet.enter('0000-0000-0000-0000', first))).toBe('CARD_NOT_OPEN');
    expect(await stateOf(service, sidOf(first))).toMatchObject({ active: true });
    await tablet.enter(cards[1] ?? '', first);
    expect(await stateOf(service, sidOf(first))).toMatchObject({ active: false });
  });
});
