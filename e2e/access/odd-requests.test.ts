import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { listOddTargets, SMUGGLINGS } from './odd-requests.ts';
import { exchange } from './raw-socket.ts';
import { rawCall } from './raw-call.ts';
import { dataDirOf, findSiteProcesses } from './site-processes.ts';
import { until } from './until.ts';
import { sharedSite } from '../support/shared-site.ts';

const SERVICES = ['auth', 'catalog', 'game'];
const siteUrl = sharedSite().url;
/** A request id that the gateway accepts, so that it appears in the log of every service that a request reaches. */
const MARK = `odd-${crypto.randomUUID()}`;
let logDir: string;

beforeAll(async () => {
  logDir = join(dataDirOf(await findSiteProcesses(siteUrl)), 'logs');
});

async function readServiceLogs(): Promise<string> {
  const texts = SERVICES.map((name) => readFile(join(logDir, `${name}.log`), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

/** Returns the marked requests that reached services, once the logs contain everything before now. */
async function findReached(mark: string): Promise<string[]> {
  const last = `last-${crypto.randomUUID()}`;
  const headers = { 'x-request-id': last };
  const paths = ['/api/auth/settings', '/api/videos', '/api/game/categories'];
  for (const path of paths) await rawCall(siteUrl + path, 'GET', { headers });
  const isWritten = async () => (await readServiceLogs()).split(last).length > paths.length;
  await until(isWritten, { what: 'the last requests in the logs', withinSeconds: 60 });
  const lines = (await readServiceLogs()).split('\n');
  return lines.filter((line) => line.includes(mark));
}

describe('odd requests', () => {
  it('requests that reach a service appear in its log, or this file would prove nothing', async () => {
    const mark = `plain-${crypto.randomUUID()}`;
    await exchange(
      siteUrl,
      `GET /api/videos HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-request-id: ${mark}\r\n\r\n`,
    );
    expect(await findReached(mark)).not.toEqual([]);
  });

  it('requests with an oddly spelled address are rejected and reach no service', async () => {
    const targets = listOddTargets();
    const wrong: string[] = [];
    for (const [index, target] of targets.entries()) {
      const head = `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-request-id: ${MARK}-${index}\r\n\r\n`;
      const { statuses, text } = await exchange(siteUrl, head);
      const isRefused = statuses.length === 1 && [400, 404].includes(statuses[0] ?? 0);
      if (!isRefused || /x-injected:|"active":|\.ts:\d+/i.test(text))
        wrong.push(`${target}: ${statuses.join(', ')} ${text.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
    const reached = await findReached(MARK);
    console.log(
      `${targets.length} odd addresses: ${wrong.length} answered, ${reached.length} reached a service`,
    );
    expect(reached).toEqual([]);
  });

  it('smuggled requests reach no service', async () => {
    const mark = `smuggled-${crypto.randomUUID()}`;
    const wrong: string[] = [];
    const tries = SMUGGLINGS.map(async ({ name, bytes, isRefused }, index) => {
      const { statuses, text } = await exchange(siteUrl, bytes(`${mark}-${index}`));
      const isExpected = isRefused
        ? statuses.length === 1 && statuses[0] === 400
        : statuses.every((status) => status === 100 || (status >= 200 && status < 500));
      if (!isExpected || text.includes('"active":'))
        wrong.push(`${name}: ${statuses.join(', ')} ${text.slice(0, 200)}`);
    });
    await Promise.all(tries);
    const reached = await findReached(mark);
    console.log(`${SMUGGLINGS.length} smuggled requests: ${reached.length} reached a service`);
    expect(wrong).toEqual([]);
    expect(reached).toEqual([]);
  });
});
