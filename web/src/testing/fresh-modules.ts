/* A Vitest setup file: test files share a process, but neither its storage and page nor the state of the client's modules. */
import { CLIENT_GROUPS } from '@larksong/languages';
import { afterAll, vi } from 'vitest';

import { closePage, recordTimers } from './close-page.ts';

// Some files test without a browser. The modules read the storage when they are imported.
if (typeof window !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren(); // an open dialog would keep the keys of the next file to itself
  recordTimers();
  afterAll(closePage);
}
vi.resetModules();
// The real client loads them with the code of its pages.
const { loadTexts } = await import('../lib/texts.ts');
await Promise.all(CLIENT_GROUPS.map(loadTexts));
