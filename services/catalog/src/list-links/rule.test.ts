import { expect, test } from 'vitest';

import type { Standing } from '../db/list-link-tables.ts';
import { canView, type AccessRules } from '../library/videos/visibility.ts';
import { areLinksAllowed, stateOf, whatALinkShows } from './rule.ts';

const STANDINGS: Standing[] = ['none', 'member', 'teacher', 'superadmin'];
const terms = { owner_id: 'maker', maker_id: 'maker', is_ended: false, shows_own: false };
const now = (standing: Standing) => ({ standing, closedLinks: null });

test.each([
  ['nobody', []],
  ['superadmins', ['superadmin']],
  ['teachers', ['teacher', 'superadmin']],
  ['members', ['member', 'teacher', 'superadmin']],
] as const)('on a site closed but for links of %s, those of %j open', (closedLinks, allowed) => {
  expect(STANDINGS.filter((standing) => areLinksAllowed(standing, closedLinks))).toEqual(allowed);
  for (const standing of STANDINGS.slice(1))
    expect(stateOf(terms, { standing, closedLinks })).toBe(
      (allowed as readonly Standing[]).includes(standing) ? 'open' : 'closed',
    );
});

test('a link opens until its end, and as long as its maker is what it needs', () => {
  expect(STANDINGS.map((standing) => stateOf(terms, now(standing)))).toEqual([
    'lapsed',
    'open',
    'open',
    'open',
  ]);
  const ofSite = { ...terms, owner_id: null };
  expect(STANDINGS.map((standing) => stateOf(ofSite, now(standing)))).toEqual([
    ...['lapsed', 'lapsed', 'lapsed'],
    'open',
  ]);
  expect(stateOf({ ...terms, is_ended: true }, now('superadmin'))).toBe('ended');
});

test('a link shows public songs, and more only with its tick and by what its maker is', () => {
  const songs: Record<string, AccessRules> = {};
  for (const visibility of ['public', 'registered', 'private'] as const)
    for (const uploaderId of ['maker', 'other'])
      for (const isPending of [false, true])
        songs[`${uploaderId} ${visibility}${isPending ? ' pending' : ''}`] = {
          ...{ visibility, uploaderId, isPending },
          privateUserId: visibility === 'private' ? 'maker' : null,
        };
  const shown = (standing: Standing, showsOwn: boolean) => {
    const viewer = whatALinkShows({ maker_id: 'maker', shows_own: showsOwn }, standing);
    return Object.keys(songs).filter((name) => canView(viewer, songs[name] as AccessRules));
  };
  const open = ['maker public', 'other public'];
  for (const standing of STANDINGS) expect(shown(standing, false)).toEqual(open);
  const own = ['maker public', 'other public', 'maker registered', 'maker private'];
  expect(shown('member', true).toSorted()).toEqual(own.toSorted());
  expect(shown('teacher', true).toSorted()).toEqual(own.toSorted());
  expect(shown('superadmin', true).toSorted()).toEqual([...own, 'other registered'].toSorted());
});
