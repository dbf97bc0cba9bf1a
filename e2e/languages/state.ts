import type { Page } from 'playwright-core';

import type { Say } from './said.ts';
import type { Role, Scene } from './scene.ts';

/** What a state needs to come about in the page of its address. */
export interface Stage extends Scene {
  page: Page;
  say: Say;
  /** Presses the first button, link or item with the name of a message. */
  press: (id: string, values?: Record<string, string | number>) => Promise<void>;
}

/** A page in a state, as somebody sees it. */
export interface State {
  name: string;
  role: Role;
  path: string | ((scene: Scene) => string);
  /** Whether no call of the page succeeds. */
  fails?: boolean;
  /** Whether it ends the session of the page. */
  signsOut?: boolean;
  /** Makes the page show the state; by default it is the page as it is loaded. */
  reach?: (stage: Stage) => Promise<unknown>;
}

const OPENED = 'dialog[open], [role=menu], [role=dialog], form';

/** Opens a part by one button. */
export const after =
  (id: string, values?: Record<string, string | number>) =>
  async ({ press, page }: Stage) => {
    const parts = page.locator(OPENED).filter({ visible: true });
    const before = await parts.count();
    await press(id, values);
    await parts.nth(before).waitFor();
  };
