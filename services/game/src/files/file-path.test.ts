import { expect, test } from 'vitest';

import { parseFilePath } from './file-path.ts';

const enc = encodeURIComponent;

test.each([
  ['/Images/A/apple.png', { kind: 'Images', letter: 'A', name: 'apple' }],
  ['/Images/A/apple.png/', { kind: 'Images', letter: 'A', name: 'apple' }],
  ['/Audio/A/ice%20cream.mp3', { kind: 'Audio', letter: 'A', name: 'ice cream' }],
  [`/Images/${enc('Ж')}/${enc('жук')}.png`, { kind: 'Images', letter: 'Ж', name: 'жук' }],
  [`/Images/${enc('E\u0301')}/${enc('e\u0301lan')}.png`, { kind: 'Images', letter: 'É', name: 'élan' }],
  ['/Images/a/a.png.png', { kind: 'Images', letter: 'a', name: 'a.png' }],
  [`/Images/A/${enc('a\u200bb')}.png`, { kind: 'Images', letter: 'A', name: 'a\u200bb' }],
  ['/Audio/A/con.mp3', { kind: 'Audio', letter: 'A', name: 'con' }],
  ['/Audio/victory.mp3', { effect: 'victory' }],
  ['/Audio/invitation.mp3', { effect: 'invitation' }],
  ['/Audio/match.mp3', { effect: 'match' }],
  ['/Audio/error.mp3', { effect: 'error' }],
])('the path %s leads to a file', (path, target) => {
  expect(parseFilePath(path)).toEqual(target);
});

test.each([
  '/Images',
  '/Images/',
  '/Images/A',
  '/Images/A/',
  '/Images/A/apple',
  '/Images/A/apple.jpg',
  '/Images/A/apple.PNG',
  '/Images/A/.png',
  '/Images//apple.png',
  '/Images/A//apple.png',
  '/Images/A/b/apple.png',
  '/Images/../A/apple.png',
  '/Images/../../etc/passwd.png',
  '/Images/%2e%2e/apple.png',
  '/Images/A/%2e%2e%2f%2e%2e%2fsecret.png',
  '/Images/A%2fB/apple.png',
  '/Images/A/..%5cap.png',
  '/Images/A/a%00.png',
  '/Images/A/%ff.png',
  '/Images/A/%zz.png',
  '/Images/A/%20apple.png',
  '/Images/A/a%3ab.png',
  `/Images/A/${'x'.repeat(61)}.png`,
  '/Audio/other.mp3',
  '/Audio/victory.png',
  '/Audio/victory',
  '/images/A/apple.png',
])('the path %s leads nowhere', (path) => {
  expect(parseFilePath(path)).toBeUndefined();
});
