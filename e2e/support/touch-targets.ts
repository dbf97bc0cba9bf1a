import type { Page } from 'playwright-core';

/** Returns the controls of a page that are smaller than 44 px, one line each; links within a sentence may be. */
export async function findSmallTargets(page: Page): Promise<string[]> {
  return await page.evaluate(listSmall);
}

/** Runs in the page. */
function listSmall(): string[] {
  const LEAST = 43.5; // 44 px, as the browser rounds them
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`;
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1 &&
    !element.closest('[inert]');
  /** A label is pressed as well as what it names. */
  const toPressed = (control: Element) => {
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    return labels.find((label) => label.contains(control)) ?? control;
  };
  const isInSentence = (control: Element) =>
    control.matches('a') &&
    getComputedStyle(control).display === 'inline' &&
    (control.parentElement?.textContent.trim().length ?? 0) > control.textContent.trim().length;
  return [...document.querySelectorAll('a, button, input, select, textarea, summary')]
    .filter((control) => isShown(control) && !isInSentence(control))
    .map((control) => ({ control, ...toPressed(control).getBoundingClientRect().toJSON() }))
    .filter(({ width, height }) => width < LEAST || height < LEAST)
    .map(
      ({ control, width, height }) =>
        `${nameOf(control)} is ${Math.round(width)} × ${Math.round(height)} px large`,
    );
}
