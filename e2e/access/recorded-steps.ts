import { randomUUID } from 'node:crypto';

import { auth, catalog, toPath, type Endpoint } from '@larksong/contracts';

import type { Account } from './people.ts';
import { rawCall } from './raw-call.ts';

/** A tag that a video has. */
export const GRADE = { tagType: 'grade' as const, tagValue: 'Grade 9' };

/** A call that leaves an entry in the audit log. */
export interface Step {
  endpoint: Endpoint;
  /** Makes a call that succeeds. */
  run: () => Promise<unknown>;
}

export function step(endpoint: Endpoint, run: Step['run']): Step {
  return { endpoint, run };
}

export function byId(id: string) {
  return { params: { id } };
}

/** Returns the steps of superadmins about lists of songs, and about a flag of a video. */
export function listSongListSteps({ call }: Account, video: { id: string }): Step[] {
  return [
    step(catalog.offerSongList, async () => {
      const { data } = await call(catalog.createSongList, { body: { name: 'To be offered' } });
      await call(catalog.offerSongList, byId(data.list.id));
    }),
    step(catalog.closeFlag, async () => {
      await call(catalog.flagVideo, { ...byId(video.id), body: { kind: 'broken' } });
      const { flags } = (await call(catalog.listFlags, {})).data;
      await call(catalog.closeFlag, { ...byId(flags[0]?.id ?? ''), body: { withAlike: true } });
    }),
    step(catalog.saveSiteListOrder, () => call(catalog.saveSiteListOrder, { body: { listIds: [] } })),
  ];
}

/** Chooses who hears of problems. */
export function listToldSteps({ call, password }: Account): Step[] {
  return [
    step(auth.putTold, () => call(auth.putTold, { body: { to: 'superadmins', addresses: [] } })),
    step(auth.putToldWebhook, () => call(auth.putToldWebhook, { body: { url: null, password } })),
  ];
}

/** Returns the steps of superadmins about the comments on a video. */
export function listCommentSteps({ call }: Account, video: { id: string }): Step[] {
  let comment = { id: '', revision: 0 };
  return [
    step(catalog.putCommentSettings, () =>
      call(catalog.putCommentSettings, { body: { setting: 'approval', words: ['quack'] } }),
    ),
    step(catalog.decideComment, async () => {
      const body = { id: randomUUID(), text: 'To be decided about' };
      const written = (await call(catalog.createComment, { ...byId(video.id), body })).data.comment;
      const decision = { decision: 'approve' as const, revision: written.revision };
      ({ comment } = (await call(catalog.decideComment, { ...byId(written.id), body: decision })).data);
    }),
    step(catalog.decideComments, () =>
      call(catalog.decideComments, {
        body: {
          ...{ decision: 'remove', fault: 'unkind', note: 'Not so loud.' },
          comments: [{ id: comment.id, revision: comment.revision }],
        },
      }),
    ),
    step(catalog.closeComments, () =>
      call(catalog.closeComments, { ...byId(video.id), body: { isClosed: true } }),
    ),
  ];
}

/** Returns the steps of superadmins about choices for the whole site. */
export function listSettingSteps({ call }: Account): Step[] {
  return [
    step(catalog.putApprovals, () => call(catalog.putApprovals, { body: { isOn: true } })),
    step(catalog.putSiteAccess, () => call(catalog.putSiteAccess, { body: { game: 'everybody' } })),
  ];
}

/** Returns the steps of the chip of a grade that a video has. */
export function listChipSteps(siteUrl: string, superadmin: Account, picture: Buffer): Step[] {
  const { accessToken: token, call } = superadmin;
  return [
    step(catalog.putChip, () =>
      call(catalog.putChip, { body: { ...GRADE, isShown: true, hue: 'lake', scene: null } }),
    ),
    step(catalog.putChipPicture, async () => {
      const path = toPath(catalog.putChipPicture, { query: GRADE });
      const { status, text } = await rawCall(siteUrl + path, 'PUT', { token, body: picture });
      if (status >= 300) throw new Error(`putChipPicture: ${text}`);
    }),
    step(catalog.deleteChipPicture, () => call(catalog.deleteChipPicture, { query: GRADE })),
  ];
}
