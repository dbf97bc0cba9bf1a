import type { Page } from 'playwright-core';
import { onTestFailed } from 'vitest';

const LINES = 12;
const LINE_LENGTH = 100;

/** Adds to the failure of the running test what its page shows and has complained of; outside a test, does nothing. */
export function describeOnFailure(page: Page, { errors }: { errors: readonly string[] }): void {
  try {
    onTestFailed(async ({ task }) => {
      const seen = page.isClosed() ? undefined : await describe(page);
      const [error] = task.result?.errors ?? [];
      if (!error || seen === undefined) return;
      const told = [seen, ...errors.map((complaint) => `console: ${complaint}`)].join('\n');
      const [first = '', ...others] = (error.stack ?? error.message).split('\n');
      error.stack = [first, told, ...others].join('\n');
      error.message += `\n${told}`;
    });
  } catch {
    // Concurrent tests and those who prepare a file have no running test that could be asked.
  }
}

/** Returns the address of a page and the first lines of its contents; undefined if it no longer answers. */
async function describe(page: Page): Promise<string | undefined> {
  try {
    const text = await page.locator('main, dialog[open]').allInnerTexts();
    const lines = text.toReversed().flatMap((part) => part.split('\n').filter((line) => line.trim() !== ''));
    return [`on ${page.url()}:`, ...lines.slice(0, LINES).map((line) => line.slice(0, LINE_LENGTH))].join(
      '\n',
    );
  } catch {
    return undefined;
  }
}
