import type { Client } from 'pg';

import { createLinkKeys, linkSecretsOf } from '../../../../services/catalog/src/list-links/link-keys.ts';
import type { Config } from '../config.ts';
import { openSite } from '../database/open-site.ts';
import { count } from '../describe.ts';
import { countLinksOfOtherSecrets, findListProblems, type Read } from './lists-store.ts';
import { findNestProblems } from './nests-store.ts';

const readerOf =
  (client: Client): Read =>
  async (statement) =>
    (await client.query<Record<string, unknown>>(statement)).rows;

/** Returns what contradicts itself among lists of songs and their links, as sentences. */
export function verifyLists(client: Client): Promise<string[]> {
  return findListProblems(readerOf(client));
}

/** Returns what contradicts itself among nests, and between auth and catalog, as sentences. */
export function verifyNests(clients: Record<'auth' | 'catalog', Client>): Promise<string[]> {
  return findNestProblems({ auth: readerOf(clients.auth), catalog: readerOf(clients.catalog) });
}

/** Returns a sentence about the links that do not open with the secrets of the site; none if there are none. */
export async function findUnreadableLinks(config: Config): Promise<string[]> {
  const { secrets } = linkSecretsOf(config);
  const keyIds = secrets.map((secret) => createLinkKeys({ secrets: [secret] }).id);
  await using site = await openSite(config, { isAlone: false });
  const unreadable = await countLinksOfOtherSecrets(readerOf(site.clients.catalog), keyIds);
  if (unreadable === 0) return [];
  return [
    `${count(unreadable, 'link')} to lists made with another LINK_SECRET: start catalog once with that one as PREVIOUS_LINK_SECRET, or they do not open.`,
  ];
}
