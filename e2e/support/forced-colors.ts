import type { Page } from 'playwright-core';

/**
 * Returns the names of buttons without any border or background in forced colours. The face of a card and a frame
 * around several buttons count as their border.
 */
export function listInvisible(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ground = getComputedStyle(document.body).backgroundColor;
    const hasLook = (element: Element) => {
      const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element);
      const hasEdge = Number.parseFloat(borderTopWidth) > 0 && borderTopColor !== ground;
      return hasEdge || (backgroundColor !== ground && !backgroundColor.endsWith(', 0)'));
    };
    const isTold = (button: Element) =>
      [
        button,
        button.closest('fieldset[aria-label]'),
        ...(button.matches('[role=gridcell]') ? button.querySelectorAll('*') : []),
      ]
        .filter((element) => element !== null)
        .some(hasLook);
    return [...document.querySelectorAll('button, a.button')]
      .filter((button) => button.checkVisibility() && !isTold(button))
      .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  });
}
