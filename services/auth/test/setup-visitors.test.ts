import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { auth, catalog } from '@larksong/contracts';
import { expect, onTestFinished, test } from 'vitest';

import { startFreshAuth } from './start-auth.ts';

const CHOSEN = {
  siteName: 'Oak School',
  registration: 'invite' as const,
  superadmin: {
    email: 'olive@school.example',
    username: 'olive',
    displayName: '',
    password: 'a good long password',
  },
  mail: null,
  publicUrl: 'https://songs.school.example',
  storageFolder: '',
};

/** Starts a server that answers auth's calls of catalog, and auth. */
async function start(visitors: catalog.Visitors, { isDecided = false, isAway = false } = {}) {
  const saved: unknown[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (isAway || request.url !== catalog.readSiteAccess.path) return void response.destroy();
    if (request.method === 'PUT') saved.push(await json(request));
    const choice = { visitors, game: 'everybody', decided: { visitors: isDecided, game: false } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ success: true, data: { choice } }));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  const service = await startFreshAuth({ SETUP: 'on', CATALOG_URL: url });
  onTestFinished(() => service.stop());
  const code = (await service.callInternal(auth.getSetupState, {})).data.code ?? '';
  const open = async () => (await service.call(auth.openSetup, { body: { code } })).data.setup;
  const finish = (choice: { visitors?: catalog.Visitors }) =>
    service.call(auth.finishSetup, { body: { ...CHOSEN, ...choice, code } });
  return { saved, open, finish };
}

test('the page for the first start closes the site before it is set up', async () => {
  const { saved, open, finish } = await start('everybody');
  expect((await open()).visitors).toBe('everybody');
  await finish({ visitors: 'nobody' });
  expect(saved).toEqual([{ visitors: 'nobody' }]);
});

test('the choice is left out if the environment makes it, and if catalog does not answer', async () => {
  expect(await (await start('nobody', { isDecided: true })).open()).not.toHaveProperty('visitors');
  const away = await start('everybody', { isAway: true });
  expect(await away.open()).not.toHaveProperty('visitors');
  await away.finish({});
  expect(away.saved).toEqual([]);
});

test('a site that cannot be closed is not set up, so that the form can be sent again', async () => {
  const { open, finish } = await start('everybody', { isAway: true });
  await expect(finish({ visitors: 'nobody' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await open()).toMatchObject({ siteName: 'Larksong' });
});
