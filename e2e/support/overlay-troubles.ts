import type { Page } from 'playwright-core';

/**
 * Returns what is wrong with dialogs, menus and bars over a page, one line each: they leave the window, scroll sideways,
 * or cut a control.
 */
export async function findOverlayTroubles(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  return await page.evaluate(listTroubles);
}

/** Runs in the page. */
function listTroubles(): string[] {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`;
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1;
  const overlays = [...document.querySelectorAll('body *')].filter(
    (element) =>
      isShown(element) &&
      (element.matches('dialog[open]') || getComputedStyle(element).position === 'fixed') &&
      element.querySelector('button, a, input') !== null,
  );
  const isOutside = ({ left, right, top, bottom }: DOMRect) =>
    left < -1 || right > width + 1 || top < -1 || bottom > height + 1;
  return overlays.flatMap((overlay) => {
    const frame = overlay.getBoundingClientRect();
    const scrolling = [overlay, ...overlay.querySelectorAll('*')].filter(
      (part) =>
        ['auto', 'scroll'].includes(getComputedStyle(part).overflowX) &&
        part.scrollWidth > part.clientWidth + 1 &&
        !part.matches('input, textarea, select'),
    );
    const cut = [...overlay.querySelectorAll('a, button, input, select, textarea, summary')]
      .filter(isShown)
      .filter((control) => {
        const { left, right } = control.getBoundingClientRect();
        const isTooNarrow = control.matches('a, button') && control.scrollWidth > control.clientWidth + 1;
        return left < frame.left - 1 || right > frame.right + 1 || isTooNarrow;
      });
    return [
      ...(isOutside(frame) ? [`${nameOf(overlay)} leaves the window`] : []),
      ...scrolling.map((part) => `${nameOf(part)} scrolls sideways`),
      ...cut.map((control) => `${nameOf(control)} is cut off in an overlay`),
    ];
  });
}
