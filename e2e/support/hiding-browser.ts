import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { findCommand } from '@larksong/local';
import { chromium, type Browser } from 'playwright-core';

/** The headless shell of the other tests calls every tab visible. */
const FULL_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** With these options of Playwright, a hidden tab stays as awake as one in front. */
const WAKEFUL = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
];

export interface HidingBrowser {
  browser: Browser;
  close: () => Promise<void>;
}

/** Starts a browser with a window on its own display, whose tabs hide each other; otherwise returns why it cannot. */
export async function launchHidingBrowser(): Promise<HidingBrowser | string> {
  const executablePath = await findCommand(FULL_BROWSERS);
  if (executablePath === undefined) return 'There is no Chromium with windows on this machine.';
  const xvfb = await findCommand(['Xvfb']);
  if (xvfb === undefined)
    return 'There is no display for a window: Xvfb (the package xvfb) is not installed.';
  const display = await startDisplay(xvfb);
  try {
    const browser = await chromium.launch({
      executablePath,
      headless: false,
      env: { ...process.env, DISPLAY: display.name },
      ignoreDefaultArgs: WAKEFUL,
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--autoplay-policy=no-user-gesture-required',
      ],
    });
    const close = async () => {
      await browser.close().catch(() => {}); // which may have ended with its display
      await display.stop();
    };
    return { browser, close };
  } catch (error) {
    await display.stop();
    throw error;
  }
}

/** Starts a display without a screen under a free number, such as `:3`. */
async function startDisplay(xvfb: string): Promise<{ name: string; stop: () => Promise<void> }> {
  const server = spawn(xvfb, ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(server, 'exit');
  const [number] = (await Promise.race([once(server.stdout, 'data'), ended])) as [unknown]; // its number, or how it ended
  if (server.exitCode !== null) throw new Error(`Xvfb ended with ${server.exitCode}.`);
  return {
    name: `:${String(number).trim()}`,
    stop: async () => {
      server.kill();
      await ended;
    },
  };
}
