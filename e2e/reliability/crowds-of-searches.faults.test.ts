import type { Stack } from '@larksong/local';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { fillCatalog } from '../../bench/api/fill-catalog.ts';
import { findSiteProcesses } from '../access/site-processes.ts';
import { startSite } from '../support/start-site.ts';
import { describeBeside, figuresBeside, measureCrowds, type CrowdCall } from './crowds.ts';

const line = faultLine(35);
const SONGS = 60_000;
/** The limit of a network, 1,800 calls a minute. */
const PER_SECOND = 30;

let site: Stack;

beforeAll(async () => {
  site = await startSite({ workers: 0, env: { gateway: { TRUSTED_PROXIES: 'loopback' } } });
  const catalog = (await findSiteProcesses(site.url)).find(({ service }) => service === 'catalog');
  const url = catalog?.environment['DATABASE_URL'] ?? '';
  await fillCatalog(url, SONGS, '00000000-0000-4000-8000-000000000001');
  await addCyrillicWords(url);
});
afterAll(() => site?.stop());

/** Adds each known word once more in Cyrillic letters, so that words of both scripts are compared with as many. */
async function addCyrillicWords(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`insert into search_words select translate(word, $1, $2) from search_words`, [
    LATIN,
    CYRILLIC,
  ]);
  await client.query('vacuum analyze search_words');
  await client.end();
}

const LATIN = 'abdefiklmnoprstvwz';
const CYRILLIC = 'абдефиклмнопрствуз';

/** Returns words that no video has, made of syllables that are in many. */
function unknownWords(count: number, { words, letters }: { words: number; letters: number }): string {
  const at = (index: number) => LATIN[(7 * count + 5 * index) % LATIN.length] ?? '';
  return Array.from({ length: words }, (_, word) =>
    Array.from({ length: letters }, (_, letter) => at(word * letters + letter * (word + 1))).join(''),
  ).join(' ');
}

const toCyrillic = (text: string) =>
  text.replace(/[a-z]/g, (letter) => CYRILLIC[LATIN.indexOf(letter)] ?? letter);
const search = (text: string, more = ''): CrowdCall => ({
  path: `/api/videos?q=${encodeURIComponent(text.slice(0, 100))}${more}`,
});

/** Searches from cheap to hard; each differs from the ones before. */
const SEARCHES: Record<string, (count: number) => CrowdCall> = {
  'a known word': (count) => search(['song', 'little', 'duck', 'star'][count % 4] ?? ''),
  '25 unknown Latin words': (count) => search(unknownWords(count, { words: 25, letters: 3 })),
  '25 unknown Cyrillic words': (count) => search(toCyrillic(unknownWords(count, { words: 25, letters: 3 }))),
  'five long unknown words': (count) => search(unknownWords(count, { words: 5, letters: 19 })),
  'common words by views': (count) => search(`song little sing b${'aeiou'[count % 5]}`, '&sort=most_viewed'),
};

it.each(Object.entries(SEARCHES))(
  `others are served as usual while an address sends ${PER_SECOND} searches a second for %s`,
  async (name, call) => {
    const { [name]: beside } = await measureCrowds(site.url, {
      connections: PER_SECOND,
      perSecond: PER_SECOND,
      crowds: { [name]: call },
      others: [{ path: '/api/videos' }, search('duck')],
    });
    if (beside === undefined) throw new Error('unreachable: the crowd was measured');
    console.log(describeBeside(name, beside));
    // Those that wait too long for their turn are refused; none is left without an answer.
    expect(['200', '503'], 'statuses of the crowd').toEqual(
      expect.arrayContaining(Object.keys(beside.crowd.statuses)),
    );
    line.prove(`${PER_SECOND} searches a second for ${name}`, figuresBeside(beside));
  },
);
