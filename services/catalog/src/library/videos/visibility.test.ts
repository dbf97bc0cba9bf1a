import { describe, expect, it } from 'vitest';

import type { VideoViewer } from './viewer.ts';
import {
  canFind,
  canOpen,
  canView,
  canWatch,
  mayChange,
  openVisibilities,
  owns,
  type AccessRules,
  type PlaybackState,
} from './visibility.ts';

const stranger: VideoViewer = { kind: 'stranger' };
const visitor: VideoViewer = { kind: 'visitor' };
const uploader: VideoViewer = { kind: 'member', id: 'uploader', isTeacher: false };
const named: VideoViewer = { kind: 'member', id: 'named', isTeacher: false };
const other: VideoViewer = { kind: 'member', id: 'other', isTeacher: false };
const teacher: VideoViewer = { kind: 'member', id: 'uploader', isTeacher: true };
const otherTeacher: VideoViewer = { kind: 'member', id: 'other', isTeacher: true };
const superadmin: VideoViewer = { kind: 'superadmin', id: 'admin' };

const video = (visibility: AccessRules['visibility']): AccessRules => ({
  visibility,
  privateUserId: visibility === 'private' ? 'named' : null,
  uploaderId: 'uploader',
  isPending: false,
});

describe('canView', () => {
  it.each([
    ['public', [visitor, uploader, named, other, superadmin], [stranger]],
    ['registered', [uploader, named, other, superadmin], [stranger, visitor]],
    ['private', [uploader, named, superadmin], [stranger, visitor, other]],
  ] as const)('a %s video is visible to the right people only', (visibility, allowed, refused) => {
    for (const viewer of allowed) expect(canView(viewer, video(visibility))).toBe(true);
    for (const viewer of refused) expect(canView(viewer, video(visibility))).toBe(false);
  });
});

describe('a video that waits for its approval', () => {
  const everybody = [stranger, visitor, uploader, named, other, teacher, otherTeacher, superadmin];

  it('is visible to superadmins and to its uploader, as long as that is a teacher', () => {
    for (const visibility of ['public', 'registered', 'private'] as const) {
      const pending = { ...video(visibility), isPending: true };
      expect(everybody.filter((viewer) => canView(viewer, pending))).toEqual([teacher, superadmin]);
      expect(everybody.filter((viewer) => mayChange(viewer, pending))).toEqual([teacher, superadmin]);
    }
  });

  it('teachers may change their own videos in any state of approval', () => {
    expect(everybody.filter((viewer) => mayChange(viewer, video('public')))).toEqual([teacher, superadmin]);
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
      open: canOpen(other, shown),
      watch: canWatch(other, shown),
      find: canFind(other, shown),
    }).toEqual(can);
    expect(canOpen(stranger, shown)).toBe(false);
  });

  it('a failed video stays open to its owners, and nobody can watch it', () => {
    for (const viewer of [uploader, superadmin]) {
      expect(owns(viewer, video('public'))).toBe(true);
      expect(canOpen(viewer, of('failed', false))).toBe(true);
      expect(canWatch(viewer, of('failed', false))).toBe(false);
    }
    for (const viewer of [stranger, visitor, named, other])
      expect(owns(viewer, video('private'))).toBe(false);
  });
});

describe('the rule of nests and doors', () => {
  const nest: VideoViewer = {
    ...{ kind: 'nest', nestId: 'nest', ruleId: 'nest', ownerId: 'uploader', isLive: true },
  };
  const door: VideoViewer = { kind: 'door', ownerId: 'uploader', isLive: true };
  const of = (uploaderId: string) =>
    (['public', 'registered', 'private'] as const).map((visibility) => ({
      ...video(visibility),
      uploaderId,
    }));
  const shown = (viewer: VideoViewer, uploaderId: string, nestWay?: 'list' | 'open' | null) =>
    of(uploaderId)
      .filter((each) => canView(viewer, nestWay === undefined ? each : { ...each, nestWay }))
      .map(({ visibility }) => visibility);

  it('a nest sees by a list what its owner may give, and otherwise public songs only', () => {
    expect(shown(nest, 'uploader', 'list')).toEqual(['public', 'registered', 'private']);
    expect(shown(nest, 'other', 'list')).toEqual(['public', 'registered']);
    expect(shown(nest, 'uploader', 'open')).toEqual(['public']);
  });

  it('a nest sees nothing that its rule does not name, or of which nothing was read', () => {
    for (const way of [null, undefined]) expect(shown(nest, 'uploader', way)).toEqual([]);
  });

  it('a nest and a door see nothing once their owner has no account', () => {
    for (const viewer of [nest, door])
      expect(shown({ ...viewer, isLive: false }, 'uploader', 'list')).toEqual([]);
  });

  it('a door sees all that its owner may give', () => {
    expect(shown(door, 'uploader')).toEqual(['public', 'registered', 'private']);
    expect(shown(door, 'other')).toEqual(['public', 'registered']);
  });

  it('nothing is open to nests and doors in general, and a song that waits for approval is not at all', () => {
    for (const viewer of [nest, door]) {
      expect(openVisibilities(viewer)).toEqual([]);
      for (const each of of('uploader'))
        expect(canView(viewer, { ...each, isPending: true, nestWay: 'list' })).toBe(false);
    }
  });
});
