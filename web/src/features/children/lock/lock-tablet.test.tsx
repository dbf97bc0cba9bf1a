import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { renderSite } from '../../../testing/render.tsx';
import { startSite, type TestSite } from '../../../testing/site.ts';

let site: TestSite;
beforeEach(async () => {
  site = await startSite();
});
afterEach(async () => {
  cleanup();
  await site[Symbol.asyncDispose]();
});

it('everybody can read how devices are locked, with the address of the site', async () => {
  renderSite('/children/lock-the-tablet');
  expect(await screen.findByRole('heading', { level: 1, name: 'Keeping a tablet in the nest' })).toBeTruthy();
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(5);
  expect(screen.getAllByText(`${window.location.origin}/nest`).length).toBeGreaterThanOrEqual(3);
});
