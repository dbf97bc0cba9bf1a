import type { Page } from 'playwright-core';

import { waitForStillness } from './accessibility.ts';

/**
 * Returns what is wrong with the layout of a page, one line each: it scrolls sideways, a control is cut off, or texts
 * overlap.
 */
export async function findLayoutTroubles(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  await waitForStillness(page); // cards move to where another size has room for them
  const hanging = await page.evaluate(listHanging);
  const troubles = await page.evaluate(listTroubles);
  return [...(await page.evaluate(findSideways)), ...troubles.filter((one) => !hanging.includes(one))];
}

/**
 * Runs in the page. Returns the lines about controls that seem to be cut off, since a picture hangs over their edge or they
 * have words for screen readers, but whose words are within.
 */
function listHanging(): string[] {
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`;
  const isClipped = (element: Element | null, control: Element): boolean =>
    element !== null &&
    element !== control &&
    (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement, control));
  const wordsLeave = (control: Element) => {
    const { left, right } = control.getBoundingClientRect();
    const words = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
    for (let word = words.nextNode(); word; word = words.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(word);
      const box = range.getBoundingClientRect();
      const leaves = box.left < left - 1 || box.right > right + 1;
      if (box.width > 0 && leaves && !isClipped(word.parentElement, control)) return true;
    }
    return false;
  };
  const { clientWidth } = document.documentElement;
  return [...document.querySelectorAll('a, button')]
    .filter((control) => {
      const { left, right } = control.getBoundingClientRect();
      return left >= -1 && right <= clientWidth + 1 && !wordsLeave(control);
    })
    .map((control) => `${nameOf(control)} is cut off`);
}

/** Runs in the page. */
function findSideways(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const extra = scrollWidth - clientWidth;
  return extra > 0 ? [`scrolls sideways by ${extra} px`] : [];
}

/** Runs in the page. */
function listTroubles(): string[] {
  const LINE = 3; // pixels by which texts may touch
  const width = document.documentElement.clientWidth;
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`;
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1;
  /** Rows of chips scroll on purpose; overlays are checked separately; a hidden table has cells of full size. */
  const isApart = (element: Element | null): boolean => {
    if (element === null || element === document.body) return false;
    const { overflowX, position } = getComputedStyle(element);
    const isHidden = position === 'fixed' || element.matches('.sr-only');
    return isHidden || /auto|scroll/.test(overflowX) || isApart(element.parentElement);
  };
  const toBlock = (element: Element): Element =>
    getComputedStyle(element).display.startsWith('inline') && element.parentElement
      ? toBlock(element.parentElement)
      : element;

  function findCutControls(): string[] {
    return [...document.querySelectorAll('a, button, input, select, textarea, summary')]
      .filter((control) => isShown(control) && !isApart(control))
      .filter((control) => {
        const { left, right } = control.getBoundingClientRect();
        const isOutside = left < -1 || right > width + 1;
        const isTooNarrow = control.matches('a, button') && control.scrollWidth > control.clientWidth + 1;
        return isOutside || (isTooNarrow && getComputedStyle(control).display !== 'inline');
      })
      .map((control) => `${nameOf(control)} is cut off`);
  }
  function cutTo(frame: DOMRect, { left, right, y, height }: DOMRect): DOMRect {
    const x = Math.max(left, frame.left);
    return new DOMRect(x, y, Math.max(0, Math.min(right, frame.right) - x), height);
  }
  function listTexts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: { block: Element; rects: DOMRect[] }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || node.textContent?.trim() === '' || !isShown(parent) || isApart(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const block = toBlock(parent);
      const frame = block.getBoundingClientRect();
      // Lines beyond a limit, and the rest of a line that is cut short, are hidden by their block.
      const isCut = getComputedStyle(block).overflowX === 'hidden';
      const rects = [...range.getClientRects()]
        .filter(({ top }) => top < frame.bottom - LINE)
        .map((rect) => (isCut ? cutTo(frame, rect) : rect));
      texts.push({ block, rects });
    }
    return texts;
  }
  /** A font's line box is taller than its letters. */
  const toLetters = ({ left, right, top, bottom, height }: DOMRect) => ({
    left,
    right,
    top: top + height / 5,
    bottom: bottom - height / 5,
  });
  const touch = (one: DOMRect, other: DOMRect) => {
    const [a, b] = [toLetters(one), toLetters(other)];
    return (
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > LINE &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > LINE
    );
  };
  function findOverlaps(): string[] {
    const texts = listTexts();
    return texts.flatMap(({ block, rects }, index) =>
      texts
        .slice(index + 1)
        .filter((other) => !block.contains(other.block) && !other.block.contains(block))
        .filter((other) => rects.some((rect) => other.rects.some((one) => touch(rect, one))))
        .map((other) => `${nameOf(block)} overlaps ${nameOf(other.block)}`),
    );
  }
  return [...findCutControls(), ...findOverlaps()];
}
