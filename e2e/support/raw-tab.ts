import type { Browser, CDPSession } from 'playwright-core';

/** A tab that Playwright does not know. It tells its own pages that they are always visible and have the focus. */
export interface RawTab {
  /** Returns the value of an expression, which may be a promise. */
  evaluate: <T>(expression: string) => Promise<T>;
  /** Opens an address once `script` has run in the new page. */
  open: (url: string, script: string) => Promise<void>;
}

/** Opens a tab in a window of a new context: `hide` opens another one in front of it, and `show` shows it again. */
export async function openTabs(
  browser: Browser,
): Promise<{ tab: RawTab; hide: () => Promise<void>; show: () => Promise<void> }> {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send('Target.createBrowserContext');
  const create = async () =>
    (await session.send('Target.createTarget', { url: 'about:blank', browserContextId })).targetId;
  const first = await create();
  const send = await attach(session, first);
  const activate = async (targetId: string) => {
    await session.send('Target.activateTarget', { targetId });
  };
  await send('Page.enable');
  const evaluate = async <T>(expression: string) => {
    const options = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
    const { result, exceptionDetails } = await send('Runtime.evaluate', options);
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value: T }).value; // the caller knows its expression
  };
  return {
    tab: {
      evaluate,
      open: async (url, source) => {
        await send('Page.addScriptToEvaluateOnNewDocument', { source });
        await send('Page.navigate', { url });
      },
    },
    hide: async () => activate(await create()),
    show: () => activate(first),
  };
}

type Send = (method: string, params?: object) => Promise<Record<string, unknown>>;

/** Returns a function that makes calls of a target. */
async function attach(session: CDPSession, targetId: string): Promise<Send> {
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  const waiting = new Map<number, (answer: { result?: Record<string, unknown>; error?: unknown }) => void>();
  session.on('Target.receivedMessageFromTarget', (received) => {
    if (received.sessionId !== sessionId) return;
    const answer = JSON.parse(received.message) as { id?: number; result?: Record<string, unknown> }; // of the protocol
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  return async (method, params = {}) => {
    const id = (last += 1);
    const answered = new Promise<{ result?: Record<string, unknown>; error?: unknown }>((resolve) =>
      waiting.set(id, resolve),
    );
    const message = JSON.stringify({ id, method, params });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
    const { result, error } = await answered;
    if (!result) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  };
}
