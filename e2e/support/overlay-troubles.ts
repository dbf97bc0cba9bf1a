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
  const isOverlay = (element: Element) =>
    isShown(element) &&
    (element.matches('dialog[open]') || getComputedStyle(element).position === 'fixed') &&
    element.querySelector('button, a, input') !== null;
  const isOutside = ({ left, right, top, bottom }: DOMRect) =>
    left < -1 || right > width + 1 || top < -1 || bottom > height + 1;
  const isBeyond = ({ left, right }: DOMRect, frame: DOMRect) =>
    left < frame.left - 1 || right > frame.right + 1;
  const isTooNarrow = (element: Element) => element.scrollWidth > element.clientWidth + 1;
  const scrolls = (part: Element) => ['auto', 'scroll'].includes(getComputedStyle(part).overflowX);
  /** Unlike a tick that hangs over the edge, which only makes the control too narrow. */
  const contentsLeave = (control: Element) => {
    const range = document.createRange();
    range.selectNodeContents(control);
    return isBeyond(range.getBoundingClientRect(), control.getBoundingClientRect());
  };
  const isCutBy = (frame: DOMRect) => (control: Element) => {
    if (isBeyond(control.getBoundingClientRect(), frame)) return true;
    return control.matches('a, button') && isTooNarrow(control) && contentsLeave(control);
  };
  return [...document.querySelectorAll('body *')].filter(isOverlay).flatMap((overlay) => {
    const frame = overlay.getBoundingClientRect();
    const controls = [...overlay.querySelectorAll('a, button, input, select, textarea, summary')];
    const cut = controls.filter(isShown).filter(isCutBy(frame));
    const parts = [overlay, ...overlay.querySelectorAll(':not(input, textarea, select)')];
    const sideways = parts.filter((part) => scrolls(part) && isTooNarrow(part));
    return [
      ...(isOutside(frame) ? [`${nameOf(overlay)} leaves the window`] : []),
      ...sideways.map((part) => `${nameOf(part)} scrolls sideways`),
      ...cut.map((one) => `${nameOf(one)} is cut off in an overlay`),
    ];
  });
}
