import { CHROMIUM, findCommand } from '@larksong/local';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

import { describeOnFailure } from './seen-at-failure.ts';
import { sharedSite } from './shared-site.ts';

/**
 * Features of Chromium that the tests switch off. The list replaces the one of Playwright, so it repeats the features
 * that matter here: no silent changes of http to https, no calls of other sites, pages that paint at once.
 */
const UNUSED_FEATURES = [
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  // A process for the next page, of which a context here has none.
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
  // The address bar's suggestions are two pages with processes, which each new context would start.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** Unexpected problems of a page; each entry is a sentence for an assertion's message. */
interface PageTrouble {
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

let running: Promise<Browser> | undefined;

/** Returns the headless Chromium that the test files of this process share; it ends with the process. */
function sharedBrowser(): Promise<Browser> {
  running ??= launchBrowser();
  return running;
}

async function launchBrowser(): Promise<Browser> {
  const executablePath = await findCommand(CHROMIUM.commands);
  if (executablePath === undefined)
    throw new Error('Chromium is not installed; "npm test" installs it where it can.');
  const browser = await chromium.launch({
    executablePath,
    args: [
      // Chromium's own sandbox does not work for root, as in most containers.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-dev-shm-usage',
      '--autoplay-policy=no-user-gesture-required',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--disable-gpu',
      '--disable-gpu-rasterization', // Debian's start script enables it, which here means in software
      `--disable-features=${UNUSED_FEATURES.join(',')}`,
    ],
  });
  browser.once('disconnected', () => (running = undefined)); // it crashed
  return browser;
}

/** Opens a page in a new context, like a new visitor. */
export async function openPage({
  site = sharedSite().url,
  ...options
}: BrowserContextOptions & { site?: string } = {}): Promise<OpenedPage> {
  const browser = await sharedBrowser();
  const context = await browser.newContext({ baseURL: site, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const trouble = watch(page, site);
  describeOnFailure(page, trouble);
  return { page, trouble, close: () => context.close() };
}

function watch(page: Page, site: string): PageTrouble {
  const trouble: PageTrouble = { errors: [], foreignRequests: [] };
  page.on('pageerror', (error) => trouble.errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(site).origin)
      trouble.foreignRequests.push(request.url());
  });
  return trouble;
}
