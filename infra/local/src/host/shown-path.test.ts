import { expect, it } from 'vitest';

import { shown } from './shown-path.ts';

it('a path below the folder of the terminal is short, and any other one is shown in full', () => {
  expect(shown('/srv/larksong/.data/mail', '/srv/larksong')).toBe('.data/mail');
  expect(shown('/srv/larksong', '/srv/larksong')).toBe('.');
  expect(shown('/media/disk/songs', '/srv/larksong')).toBe('/media/disk/songs');
  expect(shown('/srv/larksong-data', '/srv/larksong')).toBe('/srv/larksong-data');
});
