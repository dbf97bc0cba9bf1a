import { describe, expect, it } from 'vitest';

import { canView, type Guarded, type Seer } from './visibility.ts';

const uploader: Seer = { id: 'uploader', role: 'user' };
const named: Seer = { id: 'named', role: 'user' };
const stranger: Seer = { id: 'stranger', role: 'user' };
const superadmin: Seer = { id: 'admin', role: 'superadmin' };

const video = (visibility: Guarded['visibility']): Guarded => ({
  visibility,
  privateUserId: visibility === 'private' ? 'named' : null,
  uploaderId: 'uploader',
});

describe('canView', () => {
  it.each([
    ['public', [null, uploader, named, stranger, superadmin], []],
    ['registered', [uploader, named, stranger, superadmin], [null]],
    ['private', [uploader, named, superadmin], [null, stranger]],
  ] as const)('lets the right people see a %s video', (visibility, allowed, refused) => {
    for (const viewer of allowed) expect(canView(viewer, video(visibility))).toBe(true);
    for (const viewer of refused) expect(canView(viewer, video(visibility))).toBe(false);
  });
});
