import { describe, expect, it } from 'vitest';

import {
  canFind,
  canOpen,
  canView,
  canWatch,
  owns,
  type AccessRules,
  type VideoViewer,
  type PlaybackState,
} from './visibility.ts';

const uploader: VideoViewer = { id: 'uploader', role: 'user' };
const named: VideoViewer = { id: 'named', role: 'user' };
const stranger: VideoViewer = { id: 'stranger', role: 'user' };
const superadmin: VideoViewer = { id: 'admin', role: 'superadmin' };

const video = (visibility: AccessRules['visibility']): AccessRules => ({
  visibility,
  privateUserId: visibility === 'private' ? 'named' : null,
  uploaderId: 'uploader',
});

describe('canView', () => {
  it.each([
    ['public', [null, uploader, named, stranger, superadmin], []],
    ['registered', [uploader, named, stranger, superadmin], [null]],
    ['private', [uploader, named, superadmin], [null, stranger]],
  ] as const)('a %s video is visible to the right people only', (visibility, allowed, refused) => {
    for (const viewer of allowed) expect(canView(viewer, video(visibility))).toBe(true);
    for (const viewer of refused) expect(canView(viewer, video(visibility))).toBe(false);
  });
});

describe('the state of a video', () => {
  const of = (status: PlaybackState['status'], isPlayable: boolean) => ({
    ...video('public'),
    status,
    playableAt: isPlayable ? new Date() : null,
  });

  it.each([
    ['processing', false, { open: true, watch: true, find: false }],
    ['processing', true, { open: true, watch: true, find: true }],
    ['completed', true, { open: true, watch: true, find: true }],
    ['failed', true, { open: false, watch: false, find: false }],
  ] as const)('a public video in the state %s, playable %s, permits %j', (status, isPlayable, can) => {
    const shown = of(status, isPlayable);
    expect({
      open: canOpen(stranger, shown),
      watch: canWatch(stranger, shown),
      find: canFind(stranger, shown),
    }).toEqual(can);
  });

  it('a failed video stays open to its owners, and nobody can watch it', () => {
    for (const viewer of [uploader, superadmin]) {
      expect(owns(viewer, video('public'))).toBe(true);
      expect(canOpen(viewer, of('failed', false))).toBe(true);
      expect(canWatch(viewer, of('failed', false))).toBe(false);
    }
    for (const viewer of [null, named, stranger]) expect(owns(viewer, video('private'))).toBe(false);
  });
});
