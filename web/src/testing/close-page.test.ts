import { catalog } from '@larksong/contracts';
import { expect, test } from 'vitest';

import { closePage } from './close-page.ts';
import { startSite } from './site.ts';

test('a page that is closed makes no call that waited, and ends the one that was made', async () => {
  await using site = await startSite();
  const isAsked = Promise.withResolvers<void>();
  site.on(catalog.listVideos, () => {
    isAsked.resolve();
    return new Promise(() => {});
  });
  const outcome = fetch('/api/videos').then(
    () => 'answered',
    () => 'ended',
  );
  await isAsked.promise;
  setTimeout(() => void fetch('/api/videos'), 1);
  setInterval(() => void fetch('/api/videos'), 1);
  await closePage();
  expect(await outcome).toBe('ended');
  await new Promise((resolve) => {
    setTimeout(resolve, 20); // due after the other two
  });
  await fetch('/api/auth/settings'); // any other call would have arrived before this one
  expect(site.count(catalog.listVideos)).toBe(1);
});
