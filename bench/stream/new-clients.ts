import { request } from 'node:http';

/** How long new clients waited for their responses, in milliseconds. */
export interface Waits {
  medianMs: number;
  longestMs: number;
}

/** Requests the head of an object again and again, each time on a new connection, until `whenOver` has resolved. */
export async function waitAsNewClients(url: string, whenOver: Promise<unknown>): Promise<Waits> {
  const waits: number[] = [];
  let isOver = false;
  void whenOver.finally(() => (isOver = true));
  while (!isOver) waits.push(await waitForHead(url));
  const sorted = waits.toSorted((one, other) => one - other);
  return { medianMs: sorted[sorted.length >> 1] ?? Number.NaN, longestMs: sorted.at(-1) ?? Number.NaN };
}

function waitForHead(url: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const beganAt = performance.now();
  request(url, { method: 'HEAD', agent: false })
    .once('response', (response) => {
      response.resume();
      resolve(performance.now() - beganAt);
    })
    .once('error', reject)
    .end();
  return promise;
}
