import { CHROMIUM, findCommand } from '@larksong/local';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

import { sharedSite } from './shared-site.ts';

/** Unexpected problems of a page; each entry is a sentence for an assertion's message. */
export interface PageTrouble {
  /** Errors on the console and uncaught exceptions. */
  errors: string[];
  /** Requests to other origins than the site. */
  foreignRequests: string[];
}

/** Default timeout for page actions on a busy machine; tests about a limit set their own. */
const PATIENCE_MS = 60_000;

export interface OpenedPage {
  page: Page;
  trouble: PageTrouble;
  close: () => Promise<void>;
}

/** Launches the system's Chromium in headless mode. */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = await findCommand(CHROMIUM.commands);
  if (executablePath === undefined)
    throw new Error('Chromium is not installed; "npm test" installs it where it can.');
  return chromium.launch({
    executablePath,
    args: [
      // Chromium's own sandbox does not work for root, as in most containers.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-dev-shm-usage',
      '--autoplay-policy=no-user-gesture-required',
      ...args,
    ],
  });
}

/** Launches one browser for the file; each call opens a page in its own context, like a new visitor. */
export function useBrowser(
  args: readonly string[] = [],
): (options?: BrowserContextOptions & { site?: string }) => Promise<OpenedPage> {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser(args);
  });
  afterAll(() => browser?.close());
  return async ({ site = sharedSite().url, ...options } = {}) => {
    const context = await browser.newContext({ baseURL: site, ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    return { page, trouble: watch(page, site), close: () => context.close() };
  };
}

function watch(page: Page, site: string): PageTrouble {
  const trouble: PageTrouble = { errors: [], foreignRequests: [] };
  page.on('pageerror', (error) => trouble.errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.errors.push(message.text());
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(site).origin)
      trouble.foreignRequests.push(request.url());
  });
  return trouble;
}
