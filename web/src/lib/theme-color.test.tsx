import { readFile } from 'node:fs/promises';

import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { pinThemeColor, THEME_COLORS, useThemeColor } from './theme-color.ts';

beforeEach(() => {
  document.head.innerHTML = ['light', 'dark']
    .map((theme) => `<meta name="theme-color" data-theme="${theme}" />`)
    .join('');
});
afterEach(cleanup);

const readMetas = () =>
  [...document.querySelectorAll('meta')].map(({ content, media }) => ({ content, media }));

function Page({ ground }: { ground: 'meadow' | 'page' }) {
  useThemeColor(ground);
  return null;
}

it('the bars of the system have the background colour of the page, in the theme of the device or the chosen one', () => {
  const { rerender } = render(<Page ground="meadow" />);
  pinThemeColor('system');
  expect(readMetas()).toEqual([
    { content: THEME_COLORS.meadow.light, media: '(prefers-color-scheme: light)' },
    { content: THEME_COLORS.meadow.dark, media: '(prefers-color-scheme: dark)' },
  ]);
  rerender(<Page ground="page" />);
  pinThemeColor('dark');
  expect(readMetas()).toEqual([
    { content: THEME_COLORS.page.light, media: 'not all' },
    { content: THEME_COLORS.page.dark, media: 'all' },
  ]);
});

it.each([
  ['meadow', '--sky-high'],
  ['page', '--surface'],
] as const)('the colours of %s are those of the design (%s)', async (ground, token) => {
  const { light, dark } = THEME_COLORS[ground];
  const tokens = await readFile('web/src/styles/tokens.css', 'utf8');
  expect(tokens).toContain(`${token}: light-dark(${light}, ${dark});`);
});

it('index.html states the theme colours of the game until the code has loaded', async () => {
  const html = await readFile('web/index.html', 'utf8');
  for (const color of Object.values(THEME_COLORS.meadow)) expect(html).toContain(`content="${color}"`);
});
