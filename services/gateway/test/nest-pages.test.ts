import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { NEST_COOKIE } from '@larksong/contracts';
import { createTestFolder } from '@larksong/service-kit/testing';
import { request } from 'undici';
import { expect, test } from 'vitest';

import { startGateway } from './start-gateway.ts';

const INDEX = [
  '<!doctype html><html lang="en"><head><!-- details --><title>Larksong</title><!-- /details -->',
  '<!-- early --></head><body><div id="root"></div></body></html>',
].join('\n');
const SCRIPT = 'requestPlace("$&");';
const FILES = ['/assets/nest-routes-1.js', '/assets/nest-routes-1.css'];

/** Starts a gateway with a web client, and returns pages of visitors and of nests. */
async function getPages(path: string, nestFile: string | undefined) {
  const folder = await createTestFolder();
  const web = join(folder.path, 'web');
  await mkdir(web);
  await writeFile(join(web, 'index.html'), INDEX);
  await writeFile(join(web, 'pages.json'), '["/", "/nest"]');
  if (nestFile !== undefined) await writeFile(join(web, 'nest.json'), nestFile);
  const gateway = await startGateway({ WEB_DIR: web });
  const get = async (headers: Record<string, string>) => {
    const page = await request(`${gateway.baseUrl}${path}`, { headers: { accept: 'text/html', ...headers } });
    return { html: await page.body.text(), policy: String(page.headers['content-security-policy']) };
  };
  try {
    return { visitor: await get({}), nest: await get({ cookie: `${NEST_COOKIE}=1` }) };
  } finally {
    await gateway.stop();
    await folder.remove();
  }
}

test.each(['/', '/nest'])(
  'the page of a nest at %s requests its place, and lists the files of its code; that of visitors does not',
  async (path) => {
    const { visitor, nest } = await getPages(path, JSON.stringify({ script: SCRIPT, files: FILES }));
    expect(nest.html).toContain(`<script>${SCRIPT}</script>`);
    expect(nest.html).toContain(`<meta name="nest-files" content="${FILES.join(' ')}">`);
    const hash = createHash('sha256').update(SCRIPT).digest('base64');
    expect(nest.policy).toContain(`'sha256-${hash}'`);
    expect(visitor.html).not.toMatch(/requestPlace|nest-routes/);
  },
);

test('the page of a nest comes without them from a web client that was built before them', async () => {
  const { nest } = await getPages('/nest', undefined);
  expect(nest.html).toContain('name="nest"');
  expect(nest.html).not.toMatch(/<script>|nest-files/);
});
