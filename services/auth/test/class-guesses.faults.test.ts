import { auth } from '@larksong/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createNest, createParent, createTablet, outcomeOf } from './children.ts';
import { createFullClass, makeClassCard, makeClassCode } from './classes.ts';
import { startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
beforeAll(async () => {
  service = await startFreshAuth();
});
afterAll(() => service?.stop());

const GUESSES = 10_000;
const NETWORKS = 2000;
const AT_ONCE = 20;
/** How many guesses are between two right ones. */
const BETWEEN = 500;
const CHARACTERS = '23456789CDFGHJKMNPQRTWXY';

/** Returns the n-th code. */
function codeOf(n: number): string {
  let [text, rest] = ['', n * 7919];
  for (let place = 0; place < 6; place += 1) {
    text += CHARACTERS[rest % CHARACTERS.length];
    rest = Math.floor(rest / CHARACTERS.length);
  }
  return text;
}

test('10,000 codes from 2,000 networks open no class, not even right ones among them, and cards open meanwhile', async () => {
  const teacher = await createParent(service, null);
  const full = await createFullClass(teacher);
  const code = (await makeClassCode(teacher, full)).replace(' ', '');
  const card = await makeClassCard(teacher, full);
  const outcomes = new Map<string, number>();
  const right: string[] = [];
  let next = 0;
  const startedAt = performance.now();
  const guess = async () => {
    for (let n = next++; n < GUESSES; n = next++) {
      const network = `10.${Math.floor((n % NETWORKS) / 250)}.${n % 250}.9`;
      const tablet = createTablet(service, { network });
      const typed = codeOf(n) === code ? 'K7M 4QP' : codeOf(n);
      const outcome = await outcomeOf(tablet.enter(typed));
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      // Whoever guesses right while the site is full learns nothing.
      if (n > BETWEEN && n % BETWEEN === 0) right.push(await outcomeOf(tablet.enter(code)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, guess));
  const seconds = (performance.now() - startedAt) / 1000;
  const counts = `${GUESSES} codes in ${seconds.toFixed(0)} s: ${JSON.stringify([...outcomes])}`;
  expect(outcomes.get('ok'), counts).toBeUndefined();
  // As many as the site allows in its first minute, and after blocks of one minute, two, four.
  expect(outcomes.get('CARD_NOT_OPEN'), counts).toBeLessThanOrEqual(100 * (1 + Math.ceil(seconds / 60)));
  expect(right.length).toBeGreaterThan(10);
  expect(right.filter((outcome) => outcome === 'ok').length).toBeLessThanOrEqual(1);
  expect(await outcomeOf(createTablet(service).enter(card.code ?? ''))).toBe('ok');
  expect(await createNest(teacher, { classId: full.id })).toMatchObject({ classId: full.id });
  expect((await teacher.call(auth.listClasses, {})).data.classes).toMatchObject([{ nestIds: { length: 4 } }]);
}, 900_000);
