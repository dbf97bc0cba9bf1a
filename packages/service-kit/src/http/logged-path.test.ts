import { expect, test } from 'vitest';

import { toLoggedPath } from './logged-path.ts';

test.each([
  '/s/k7m4-qx2p-93hd-vt6w',
  '/S/K7M4QX2P93HDVT6W/',
  '/s/k7m4%20qx2p/93hd-vt6w',
  '/%73/k7m4-qx2p-93hd-vt6w',
  '/s%2Fk7m4-qx2p-93hd-vt6w',
  '/s%252fk7m4-qx2p-93hd-vt6w',
  '//s/k7m4-qx2p-93hd-vt6w',
  '/s/%ff/k7m4-qx2p-93hd-vt6w',
  '/s/K7M4QP',
  '/s\\K7M4QP',
  '/s/k7m4-qx2p-93hd-vt6w?next=1',
])('the page of a link is logged without the code of %s', (url) => {
  expect(toLoggedPath(url)).toBe('/s/…');
});

test.each([
  ['/k7m4-qx2p-93hd-vt6w', '/…'],
  ['/lists/K7M4QX2P93HDVT6W.', '/lists/….'],
  ['/api/links/k7m4-qx2p-93hd-vt6w', '/api/links/…'],
  ['/api/links/%6b7m4-qx2p-93hd-vt6w', '/api/links/…'],
  ['/K7M4QP', '/…'],
  ['/k7m%204qp/', '/…/'],
  ['/api/links/K7M-4QP/copy', '/api/links/…/copy'],
  ['/hls/zsb4qp', '/hls/…'],
])('a code that was pasted into %s is not logged', (url, path) => {
  expect(toLoggedPath(url)).toBe(path);
});

test.each([
  '/',
  '/s',
  '/songs',
  '/stories/abc',
  '/api/videos/0198f2a4-77aa-7abc-8abc-0123456789ab',
  '/hls/0198f2a4-77aa-7abc-8abc-0123456789ab/720p/1/00001.m4s',
  '/assets/index-BxY12abc.js',
  '/songs/%E2%9C%93/100%25',
  '/mark.svg',
  '/api/admin/transcoding/status',
])('the path %s is logged as it is', (path) => {
  expect(toLoggedPath(`${path}?token=secret`)).toBe(path);
});

test('a long path is cut', () => {
  expect(toLoggedPath(`/${'é-'.repeat(1000)}`)).toHaveLength(300);
});
