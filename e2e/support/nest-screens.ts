import type { Page } from 'playwright-core';

import { hold, openFailing, openWaiting, refuse } from './list-screens.ts';
import type { NestRole, NestWorld } from './nest-world.ts';
import { openSettled } from './settled.ts';

/** A screen or a state of nests. */
export interface NestScreen {
  name: string;
  as: NestRole;
  open: (page: Page, world: NestWorld) => Promise<void>;
}

type Open = NestScreen['open'];

const NESTS = /\/api\/nests$/;
const RULE = /\/api\/nest-rules\/[^/]+$/;
const CLASSES = /\/api\/nest-classes$/;

const dialog = async (page: Page) => page.locator('dialog[open]').last().waitFor();
const press = async (page: Page, selector: string) => page.locator(selector).first().click();

/** Opens a page, and what its first button of a kind opens. */
function after(path: string | ((world: NestWorld) => string), ...selectors: string[]): Open {
  return async (page, world) => {
    await openSettled(page, typeof path === 'string' ? path : path(world));
    for (const selector of selectors) await press(page, selector);
    await dialog(page);
  };
}

const openChildren: Open = (page) => openSettled(page, '/children');
const submit = 'dialog[open] [type="submit"]';
const wrong = async (page: Page) => page.locator('[aria-invalid="true"]').first().waitFor();
const HAND_OVER = 'main button:has(svg.lucide-hand)';

/** Says in the answer that the PIN of the caller rests. */
async function restPin(page: Page): Promise<void> {
  await page.route(NESTS, async (route) => {
    const answer = await route.fetch();
    const { data, ...more } = (await answer.json()) as { data: object };
    await route.fulfill({ response: answer, json: { ...more, data: { ...data, isPinResting: true } } });
  });
}

const CHILDREN: NestScreen[] = [
  { name: 'no nests', as: 'newcomer', open: openChildren },
  { name: 'nests', as: 'owner', open: openChildren },
  { name: 'nests of others', as: 'second', open: openChildren },
  { name: 'classes and many nests', as: 'teacher', open: openChildren },
  { name: 'nests for visitors', as: 'stranger', open: openChildren },
  {
    name: 'a nest that is not found',
    as: 'teacher',
    open: async (page) => {
      await openSettled(page, '/children');
      await page.locator('main input[type="search"]').first().fill('zzz');
    },
  },
  {
    name: 'a PIN that rests',
    as: 'owner',
    open: async (page) => {
      await restPin(page);
      await openSettled(page, '/children');
    },
  },
  { name: 'a new nest', as: 'owner', open: after('/children', 'main button:has(svg.lucide-plus)') },
  {
    name: 'a new nest without a nickname',
    as: 'owner',
    open: async (page, world) => {
      await after('/children', 'main button:has(svg.lucide-plus)', submit)(page, world);
      await wrong(page);
    },
  },
  { name: 'a new class', as: 'newcomer', open: after('/children', 'main button:has(svg.lucide-users)') },
  {
    name: 'another PIN',
    as: 'owner',
    open: async (page, world) => {
      await after('/children', 'main button:has(svg.lucide-key-round)', submit)(page, world);
      await wrong(page);
    },
  },
  { name: 'deletion of a nest', as: 'owner', open: after('/children', 'main button.danger') },
  { name: 'a first PIN', as: 'teacher', open: after('/children', HAND_OVER) },
  { name: 'a hand-over', as: 'owner', open: after('/children', HAND_OVER) },
  {
    name: 'a hand-over of many nests',
    as: 'teacher',
    open: async (page) => {
      await page.route(NESTS, async (route) => {
        const answer = await route.fetch();
        const text = (await answer.text()).replace('"isPinSet":false', '"isPinSet":true');
        await route.fulfill({ response: answer, body: text });
      });
      await openSettled(page, '/children');
      await press(page, HAND_OVER);
      await page.locator('dialog[open] input[type="checkbox"]').nth(2).check();
    },
  },
  {
    name: 'nests that load',
    as: 'owner',
    open: async (page) => {
      await hold(page, NESTS);
      await openWaiting(page, '/children');
    },
  },
  {
    name: 'nests that failed',
    as: 'owner',
    open: async (page) => {
      await refuse(page, NESTS);
      await openFailing(page, '/children');
    },
  },
  {
    name: 'keeping a tablet',
    as: 'owner',
    open: (page) => openSettled(page, '/children/lock-the-tablet'),
  },
];

const childOf = ({ nest }: NestWorld) => `/children/${nest}`;
const openChild: Open = async (page, world) => {
  await openSettled(page, childOf(world));
  await page.locator('main form').first().waitFor();
};

const CHILD: NestScreen[] = [
  {
    name: 'one nest and what it sees',
    as: 'owner',
    open: async (page, world) => {
      await openChild(page, world);
      await page.locator('main [inert] img').first().waitFor();
    },
  },
  {
    name: 'a nest without a rule',
    as: 'owner',
    open: (page, { bare }) => openSettled(page, `/children/${bare}`),
  },
  {
    name: 'a nest of a class',
    as: 'teacher',
    open: async (page, { classId }) => {
      await openSettled(page, `/children/classes/${classId}`);
      await press(page, 'main section li a');
      await page.locator('main form').first().waitFor();
    },
  },
  { name: 'a nest that is gone', as: 'newcomer', open: (page, world) => openSettled(page, childOf(world)) },
  ...(['tags', 'everything'] as const).map((name, index): NestScreen => ({
    name: `${name} of a rule`,
    as: 'owner',
    open: async (page, world) => {
      await openChild(page, world);
      await page
        .locator('main fieldset button.chip')
        .nth(index + 1)
        .click();
    },
  })),
  {
    name: 'a rule with mistakes',
    as: 'owner',
    open: async (page, world) => {
      await openChild(page, world);
      await page.locator('main input[name="minutes"]').fill('soon');
      await page.locator('main input[type="time"]').last().fill('');
      await page.locator('main form [type="submit"]').first().click();
      await wrong(page);
    },
  },
  { name: 'a new card', as: 'owner', open: after(childOf, 'main button:has(svg.lucide-plus)') },
  {
    name: 'a card',
    as: 'owner',
    open: async (page, world) => {
      await after(childOf, 'main li:has(svg.lucide-qr-code) button.quiet')(page, world);
      await page.locator('dialog[open] svg').first().waitFor();
    },
  },
  {
    name: 'a card that is taken back',
    as: 'owner',
    open: after(childOf, 'main li:has(svg.lucide-qr-code) button.danger'),
  },
  {
    name: 'the end of a device',
    as: 'owner',
    open: after(childOf, 'main li:has(svg.lucide-tablet-smartphone) button.danger'),
  },
  {
    name: 'cards of a nest on paper',
    as: 'owner',
    open: (page, world) => openSettled(page, `${childOf(world)}/cards`),
  },
  {
    name: 'no cards on paper',
    as: 'owner',
    open: (page, { bare }) => openSettled(page, `/children/${bare}/cards`),
  },
  {
    name: 'a nest that loads',
    as: 'owner',
    open: async (page, world) => {
      await hold(page, RULE);
      await openWaiting(page, childOf(world));
    },
  },
  {
    name: 'a nest that failed',
    as: 'owner',
    open: async (page, world) => {
      await refuse(page, RULE);
      await openFailing(page, childOf(world));
    },
  },
];

const classOf = ({ classId }: NestWorld) => `/children/classes/${classId}`;

const CLASS: NestScreen[] = [
  { name: 'a class', as: 'teacher', open: (page, world) => openSettled(page, classOf(world)) },
  {
    name: 'a class without children',
    as: 'teacher',
    open: (page, { emptyClassId }) => openSettled(page, `/children/classes/${emptyClassId}`),
  },
  { name: 'a class that is gone', as: 'newcomer', open: (page, world) => openSettled(page, classOf(world)) },
  {
    name: 'children for a class',
    as: 'teacher',
    open: async (page, world) => {
      await after(classOf, 'main button:has(svg.lucide-plus)')(page, world);
      await page.locator('dialog[open] textarea').fill('Child 1\nChild 1\nRobin');
      await page.locator('dialog[open] input[type="checkbox"]').last().waitFor();
    },
  },
  { name: 'the look of a class', as: 'teacher', open: after(classOf, 'main button:has(svg.lucide-pencil)') },
  { name: 'deletion of a class', as: 'teacher', open: after(classOf, 'main button.danger') },
  {
    name: 'the rule of a class',
    as: 'teacher',
    open: (page, world) => openSettled(page, `${classOf(world)}/rule`),
  },
  {
    name: 'cards of a class on paper',
    as: 'teacher',
    open: (page, world) => openSettled(page, `${classOf(world)}/cards`),
  },
  {
    name: 'a class that failed',
    as: 'teacher',
    open: async (page, world) => {
      await refuse(page, CLASSES);
      await openFailing(page, classOf(world));
    },
  },
];

/** Of the grown-ups who care for nests. */
export const CARER_SCREENS: readonly NestScreen[] = [...CHILDREN, ...CHILD, ...CLASS];
