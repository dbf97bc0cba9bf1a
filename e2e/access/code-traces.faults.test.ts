import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createGuest, outcomeOf } from '../../services/catalog/test/guests.ts';
import { openPage } from '../support/browser.ts';
import { openCatalogData } from '../support/catalog-data.ts';
import { startCollector, type OtlpCollector } from '../support/otlp-collector.ts';
import { startSite } from '../support/start-site.ts';
import { signInSuperadmin, type Account } from './people.ts';
import { rawCall } from './raw-call.ts';
import { dataDirOf, findSiteProcesses, originOf } from './site-processes.ts';

let site: Stack;
let collector: OtlpCollector;
let superadmin: Account;

beforeAll(async () => {
  collector = await startCollector();
  // The most that a site can be told to write down.
  const all = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'trace' };
  site = await startSite({ workers: 0, env: { all } });
  superadmin = await signInSuperadmin(site);
});
afterAll(async () => {
  await site?.stop();
  await collector?.stop();
});

/** Every way in which a code is written. */
function formsOf(code: string): string[] {
  const plain = code.replaceAll(/[ -]/g, '');
  return [code, plain].flatMap((form) => [form, form.toUpperCase(), encodeURIComponent(form)]);
}

/** Makes a link of the site, which is recorded in the audit log, and a code for the board; returns both codes. */
async function makeCodes(): Promise<string[]> {
  const { id } = (await superadmin.call(catalog.createSongList, { body: { name: 'Winter' } })).data.list;
  const offered = (await superadmin.call(catalog.offerSongList, { params: { id } })).data.list;
  const params = { id: offered.id };
  const { link } = (await superadmin.call(catalog.createLink, { params, body: { name: 'Class 1b' } })).data;
  const ofLink = { params: { id: offered.id, linkId: link.id } };
  const { spoken } = (await superadmin.call(catalog.createSpokenCode, { ...ofLink, body: { hours: 1 } }))
    .data;
  return [link.code ?? '', spoken.code];
}

/** Uses a code in the right ways, and in every wrong one that puts it into an address, a header or a broken body. */
async function use(code: string): Promise<void> {
  for (const form of formsOf(code)) {
    const guest = createGuest(site.url);
    await outcomeOf(guest.open(form));
    await outcomeOf(guest.open(`${site.url}/s/${form}`));
    for (const path of [
      ...[`/s/${form}`, `/S/${form}/`, `/s/${form}/more`, `/s//${form}`, `/s?code=${form}`, `/${form}`],
      ...[`/api/links/${form}`, `/api/links/${form}/copy`, `/api/lists/${form}`, `/hls/${form}/master.m3u8`],
    ]) {
      await rawCall(site.url + path, 'GET');
      await rawCall(site.url + path, 'POST', { body: { code: form } });
    }
    await rawCall(`${site.url}/songs`, 'GET', { headers: { referer: `${site.url}/s/${form}` } });
    const headers = { 'content-type': 'application/json' };
    await fetch(site.url + catalog.openLink.path, { method: 'POST', headers, body: `{"code":"${form}"` });
    await fetch(site.url + catalog.openLink.path, { method: 'POST', headers, body: `{"code":["${form}"]}` });
  }
}

/** Returns everything that the site has written down, by where it is. */
async function readTraces(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const processes = await findSiteProcesses(site.url);
  const logs = join(dataDirOf(processes), 'logs');
  for (const name of await readdir(logs)) found.set(name, await readFile(join(logs, name), 'utf8'));
  found.set('traces', JSON.stringify(collector.spans));
  for (const process of processes) {
    const { METRICS_PORT: port } = process.environment;
    const origin = port === undefined ? originOf(process) : `http://127.0.0.1:${port}`;
    found.set(`metrics of ${process.service}`, await (await fetch(`${origin}/metrics`)).text());
  }
  const { entries } = (await superadmin.call(catalog.listVideoChanges, { query: { limit: 100 } })).data;
  found.set('audit log', JSON.stringify(entries));
  return found;
}

it('codes of links are in no log at any level, no trace, no metric, no entry of the audit log, and no table', async () => {
  const codes = await makeCodes();
  for (const code of codes) await use(code);
  const { page, close } = await openPage({ site: site.url });
  await page.goto(`/s/${codes[0]}`);
  await page.getByRole('heading', { level: 1, name: 'Winter' }).waitFor();
  await close();
  const [link = '', spoken = ''] = codes;
  const opened = 'POST /api/links/open';
  // Spans are sent every two seconds.
  await expect
    .poll(() => collector.spans.some(({ name }) => name === opened), { timeout: 30_000 })
    .toBe(true);
  const last = (await rawCall(`${site.url}/api/videos`, 'GET')).headers.get('x-request-id') ?? 'none';
  await expect
    .poll(async () => (await readTraces()).get('catalog.log')?.includes(last), {
      timeout: 30_000,
    })
    .toBe(true);
  const traces = await readTraces();
  const data = await openCatalogData(site.url);
  for (const table of ['song_list_links', 'song_list_codes', 'song_list_openings', 'audit_entries'] as const)
    traces.set(table, JSON.stringify((await sql`select * from ${sql.table(table)}`.execute(data.db)).rows));
  await data.close();

  const written = [...formsOf(link), ...formsOf(spoken)];
  const hits = [...traces].flatMap(([where, text]) =>
    [...new Set(written)].filter((form) => text.includes(form)).map((form) => `${form} in ${where}`),
  );
  const size = [...traces.values()].reduce((sum, text) => sum + text.length, 0);
  console.log(
    `${new Set(written).size} forms of codes looked for in ${traces.size} places (${size} characters, ${collector.spans.length} spans): ${hits.length} hits`,
  );
  expect([...traces.keys()]).toEqual(
    expect.arrayContaining([
      'catalog.log',
      'gateway.log',
      'traces',
      'metrics of gateway',
      'metrics of catalog',
    ]),
  );
  for (const [where, text] of traces) expect(text.length, where).toBeGreaterThan(1);
  expect(traces.get('metrics of catalog')).toContain('catalog_links_opened_total{kind="link"}');
  expect(traces.get('audit log')).toContain('list.link-made');
  expect(hits).toEqual([]);
});
