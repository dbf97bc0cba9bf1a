import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { dataDirOf, findSiteProcesses } from './site-processes.ts';
import { until } from './until.ts';

/** Resolves with the newest link to one of the site's pages in the mails to an address, once there is one. */
export async function awaitMailLink(siteUrl: string, email: string, page: string): Promise<string> {
  const mailDir = join(dataDirOf(await findSiteProcesses(siteUrl)), 'mail');
  const pattern = new RegExp(`${siteUrl}${page}\\?\\w+=[\\w-]+`);
  let link: string | undefined;
  await until(
    async () => {
      for (const text of await readMails(mailDir, email)) link = pattern.exec(text)?.[0] ?? link;
      return link !== undefined;
    },
    { what: `a mail to ${email} with a link to ${page}`, withinSeconds: 20 },
  );
  return link ?? '';
}

async function readMails(mailDir: string, email: string): Promise<string[]> {
  const names = (await readdir(mailDir)).filter((name) => name.endsWith('.eml')).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(mailDir, name), 'utf8')));
  return texts.map(decodeQuotedPrintable).filter((text) => text.includes(email));
}

/** Decodes the part of RFC 2045, section 6.7, that URLs need. */
function decodeQuotedPrintable(text: string): string {
  return text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
}
