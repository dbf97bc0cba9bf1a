import { expect, it } from 'vitest';

import { decideVisibility } from './decide-visibility.ts';

type Video = Parameters<typeof decideVisibility>[0];

const approved = (visibility: Video['visibility'], wanted: Video['visibility'] | null = null): Video => ({
  approval: null,
  visibility,
  private_user_id: visibility === 'private' ? 'ada' : null,
  wanted_visibility: wanted,
  wanted_private_user_id: null,
});
const waiting: Video = { ...approved('private', 'public'), approval: 'waiting' };
const open = (visibility: 'public' | 'registered') => ({ visibility, privateUserId: null });
const forAda = { visibility: 'private' as const, privateUserId: 'ada' };

it.each([
  [
    'a teacher widens',
    approved('registered'),
    open('public'),
    true,
    { ...open('registered'), wanted: open('public') },
  ],
  [
    'a trusted teacher widens',
    approved('registered'),
    open('public'),
    false,
    { ...open('public'), wanted: null },
  ],
  [
    'a teacher narrows',
    approved('public'),
    open('registered'),
    true,
    { ...open('registered'), wanted: null },
  ],
  ['a teacher hides', approved('public'), forAda, true, { ...forAda, wanted: null }],
  [
    'a teacher shows',
    approved('private'),
    open('registered'),
    true,
    { ...forAda, wanted: open('registered') },
  ],
  [
    'a teacher takes the wish back',
    approved('registered', 'public'),
    open('registered'),
    true,
    { ...open('registered'), wanted: null },
  ],
  [
    'nobody asks',
    approved('registered', 'public'),
    null,
    true,
    { ...open('registered'), wanted: open('public') },
  ],
  ['nobody has asked', approved('public'), null, true, { ...open('public'), wanted: null }],
  [
    'a teacher changes what waits',
    waiting,
    open('registered'),
    true,
    { ...forAda, wanted: open('registered') },
  ],
  ['a superadmin changes what waits', waiting, forAda, false, { ...forAda, wanted: forAda }],
  ['nobody asks for what waits', waiting, null, true, { ...forAda, wanted: open('public') }],
] as const)('if %s, the visibility is decided', (_, video, asked, needsApproval, expected) => {
  expect(decideVisibility(video, asked, needsApproval)).toEqual(expected);
});
