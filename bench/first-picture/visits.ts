import { once, type EventEmitter } from 'node:events';

import type { auth } from '@larksong/contracts';
import { CHROMIUM, findCommand } from '@larksong/local';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';

/** A connection as Chromium's developer tools imitate it. Without `network`, that of this machine. */
export interface Profile {
  name: string;
  /** How many times slower than this machine the processor is. */
  slowdown: number;
  network?: { downloadKbps: number; uploadKbps: number; latencyMs: number };
}

export const PROFILES: readonly Profile[] = [
  {
    name: 'slow 4G, processor / 4',
    slowdown: 4,
    network: { downloadKbps: 1600, uploadKbps: 750, latencyMs: 150 },
  },
  { name: 'fast 4G', slowdown: 1, network: { downloadKbps: 9000, uploadKbps: 1500, latencyMs: 60 } },
  { name: 'loopback', slowdown: 1 },
];

/** A request of a visit; times in milliseconds since the navigation began. */
interface Loaded {
  path: string;
  startMs: number;
  endMs: number;
  bytes: number;
}

export interface Visit {
  /** When the second picture of the video was shown. */
  movingMs: number;
  loaded: Loaded[];
}

/** Runs in the page before its own code: reports when the second picture of a video is shown. */
const NOTE_MOVING_PICTURE = `
  const found = new WeakSet();
  new MutationObserver(() => {
    const video = document.querySelector('video');
    if (!video || found.has(video)) return;
    found.add(video);
    video.requestVideoFrameCallback(() =>
      video.requestVideoFrameCallback((now) => noteMoving(String(now))),
    );
  }).observe(document, { childList: true, subtree: true });`;
const TIMEOUT_MS = 60_000;
const KBPS = 1000 / 8;

/** Starts Chromium. Throws if it is not installed. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await findCommand(CHROMIUM.commands);
  if (executablePath === undefined) throw new Error('Chromium is not installed.');
  return chromium.launch({
    executablePath,
    args: [
      // Chromium's own sandbox does not work for root, as in most containers.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-dev-shm-usage',
      '--autoplay-policy=no-user-gesture-required',
      '--disable-gpu',
    ],
  });
}

/** Opens the page of a video, as a new visitor or with the tokens of a member, and waits until its picture moves. */
export async function watch(
  browser: Browser,
  url: string,
  profile: Profile,
  tokens?: auth.Tokens,
): Promise<Visit> {
  return visit(browser, profile, async (page, { session, loaded }) => {
    if (tokens) {
      const text = JSON.stringify(JSON.stringify(tokens));
      await page.addInitScript({ content: `localStorage.setItem('auth.tokens', ${text});` });
    }
    await page.addInitScript({ content: NOTE_MOVING_PICTURE });
    // A binding, since Playwright evaluates nothing without first loading 330 kB of code, which holds up the page for
    // 0.1 s.
    await session.send('Runtime.enable');
    await session.send('Runtime.addBinding', { name: 'noteMoving' });
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const moving = once(session as unknown as EventEmitter, 'Runtime.bindingCalled', { signal });
    await page.goto(url, { waitUntil: 'commit' });
    const [{ payload }] = (await moving) as [{ payload: string }];
    return { movingMs: Number(payload), loaded };
  });
}

/** Runs in the page before its own code: notes when the largest content was painted. */
const NOTE_LARGEST = `
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.largestMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });`;

/** Returns when a new visitor sees the first content of a page, and the largest, in milliseconds after the navigation. */
export async function paint(
  browser: Browser,
  url: string,
  profile: Profile,
): Promise<{ firstMs: number; largestMs: number }> {
  return visit(browser, profile, async (page) => {
    await page.addInitScript({ content: NOTE_LARGEST });
    await page.goto(url, { waitUntil: 'networkidle' });
    return await page.evaluate(() => ({
      firstMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      largestMs: Reflect.get(globalThis, 'largestMs') as number, // set above
    }));
  });
}

/** Returns the compressed bytes of the site's own files that a first visit of a page loads until the network is idle. */
export async function weigh(browser: Browser, url: string): Promise<number> {
  return visit(browser, { name: 'loopback', slowdown: 1 }, async (page, { loaded }) => {
    await page.goto(url, { waitUntil: 'networkidle' });
    const own = loaded.filter(({ path }) => !/^\/(?:api|hls|Images|Audio)\//.test(path));
    return own.reduce((sum, { bytes }) => sum + bytes, 0);
  });
}

async function visit<T>(
  browser: Browser,
  { slowdown, network }: Profile,
  run: (page: Page, of: { session: CDPSession; loaded: Loaded[] }) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const loaded = await noteRequests(session);
    if (slowdown > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    if (network)
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: network.latencyMs,
        downloadThroughput: network.downloadKbps * KBPS,
        uploadThroughput: network.uploadKbps * KBPS,
        connectionType: 'cellular4g',
      });
    return await run(page, { session, loaded });
  } finally {
    await context.close();
  }
}

/** Records all further requests of a page, except those of its workers. */
async function noteRequests(session: CDPSession): Promise<Loaded[]> {
  const loaded: Loaded[] = [];
  const open = new Map<string, Loaded>();
  let beganAt: number | undefined;
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    beganAt ??= timestamp;
    const startMs = (timestamp - beganAt) * 1000;
    const entry = { path: new URL(request.url).pathname, startMs, endMs: Number.NaN, bytes: 0 };
    open.set(requestId, entry);
    loaded.push(entry);
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const entry = open.get(requestId);
    if (!entry || beganAt === undefined) return;
    entry.endMs = (timestamp - beganAt) * 1000;
    entry.bytes = encodedDataLength;
  });
  await session.send('Network.enable');
  return loaded;
}
