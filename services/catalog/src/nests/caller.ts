import type { NestCaller } from '@larksong/service-kit';

import type { DoorViewer, NestViewer } from '../library/videos/viewer.ts';
import type { Makers } from '../list-links/makers.ts';

/** Returns the viewer of a nest's songs, by what its owner is now. */
export type ToNestViewer = (nest: Pick<NestCaller, 'nestId' | 'ruleId' | 'ownerId'>) => Promise<NestViewer>;

/** Returns how to make viewers of nests; while auth does not respond, its last word on the owner counts. */
export function createToNestViewer({ makers }: { makers: Makers }): ToNestViewer {
  return async ({ nestId, ruleId, ownerId }) => ({
    kind: 'nest',
    ...{ nestId, ruleId, ownerId },
    isLive: (await makers.standingOf(ownerId)) !== 'none',
  });
}

/** Returns the viewer of all that the nests of an owner could hold. */
export async function toDoorViewer({ makers }: { makers: Makers }, ownerId: string): Promise<DoorViewer> {
  return { kind: 'door', ownerId, isLive: (await makers.standingOf(ownerId)) !== 'none' };
}
