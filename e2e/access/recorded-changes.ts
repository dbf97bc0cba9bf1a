import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import {
  auth,
  AUDIT_ACTIONS,
  catalog,
  game,
  isForStaff,
  toPath,
  type AuditEntry,
  type Endpoint,
} from '@larksong/contracts';
import { readCatalogue } from '@larksong/languages';

import { makeTeacher } from './every-state.ts';
import { createMember, signInAgain, type Account } from './people.ts';
import { rawCall } from './raw-call.ts';
import * as steps from './recorded-steps.ts';
import { byId, step, type Step } from './recorded-steps.ts';
import { SMALL_PNG, TRUTH_TABLE } from './truth-table.ts';
import { uploadFile } from './uploads.ts';

/** Calls of staff that change something and leave no entry in the audit log, each with its reason. */
const UNRECORDED: Record<string, string> = {
  putUploadPart: 'A film has a thousand parts. The beginning of its upload and its video are recorded.',
  checkPeople: 'It changes nothing; a table is too long for an address.',
  findSources: 'It changes nothing; the sizes are too many for an address.',
  markNoticesRead: "It dismisses the caller's own notices.",
  tryToldWebhook: 'It changes nothing.',
};

/**
 * Calls whose entry is checked by another test, because they need a state that no call can create, or because the work
 * that they start soon leaves entries, too.
 */
const CHECKED_ELSEWHERE: Record<string, string> = {
  importPeople: 'services/auth/test/people-import.test.ts',
  stopPeopleImport: 'services/auth/test/people-import-run.test.ts',
  acceptReadable: 'services/catalog/test/accept-readable.test.ts',
  muteAuthor: 'services/catalog/test/comment-moderation.test.ts',
};

/** Returns the operations that have to leave an entry: each call of staff that changes something. */
export function listRecordedOperations(): string[] {
  return TRUTH_TABLE.map(({ endpoint }) => endpoint)
    .filter(({ access, method }) => isForStaff(access) && method !== 'GET')
    .map(({ operationId }) => operationId)
    .filter((operationId) => !(operationId in UNRECORDED || operationId in CHECKED_ELSEWHERE));
}

interface Stage {
  siteUrl: string;
  superadmin: Account;
  member: Account;
}

const PICTURE = Buffer.from(SMALL_PNG, 'latin1');

/** Returns a successful call of every operation that has to leave an entry, in an order in which all succeed. */
export async function listSteps(stage: Stage): Promise<Step[]> {
  const sound = await readFile(new URL('../../services/game/starter-pack/sounds/ant.mp3', import.meta.url));
  const video = { id: '' };
  return [
    ...listGameSteps(stage, sound),
    ...listAccountSteps(stage),
    ...listUploadSteps(stage, video),
    ...listVideoSteps(stage, video),
    ...listTeacherSteps(stage),
  ];
}

function listGameSteps({ siteUrl, superadmin }: Stage, sound: Buffer): Step[] {
  const { accessToken, call } = superadmin;
  const send = createSend(siteUrl, accessToken);
  const ids = { category: '', item: '' };
  return [
    step(game.createCategory, async () => {
      ids.category = (await call(game.createCategory, { body: { letter: 'ж' } })).data.category.id;
    }),
    step(game.createItem, async () => {
      const body = { categoryId: ids.category, type: 'letter' as const, name: 'жук' };
      ids.item = (await call(game.createItem, { body })).data.item.id;
    }),
    step(game.putItemPicture, () => send(game.putItemPicture, PICTURE, ids.item)),
    step(game.putItemSound, () => send(game.putItemSound, sound, ids.item)),
    step(game.deleteItemPicture, () => call(game.deleteItemPicture, byId(ids.item))),
    step(game.deleteItemSound, () => call(game.deleteItemSound, byId(ids.item))),
    step(game.deleteItem, () => call(game.deleteItem, byId(ids.item))),
    step(game.putCategorySound, () => send(game.putCategorySound, sound, ids.category)),
    step(game.deleteCategorySound, () => call(game.deleteCategorySound, byId(ids.category))),
    step(game.importPack, async () => send(game.importPack, await exportPack(siteUrl, accessToken))),
    step(game.importStarterPack, () => call(game.importStarterPack, { params: { language: 'es' } })),
    step(game.deleteCategory, () => call(game.deleteCategory, byId(ids.category))),
    step(game.putGameSettings, () => call(game.putGameSettings, { body: { grids: ['2x2'] } })),
  ];
}

function listAccountSteps({ siteUrl, superadmin, member }: Stage): Step[] {
  const { call } = superadmin;
  const ids = { invitation: '', leaver: '' };
  return [
    step(auth.putSiteTexts, () =>
      call(auth.putSiteTexts, { body: { about: '', privacy: '', contact: '.' } }),
    ),
    step(auth.putSiteLanguages, () => call(auth.putSiteLanguages, { body: auth.DEFAULT_LANGUAGES })),
    step(auth.putAnnouncement, () => call(auth.putAnnouncement, { body: { message: 'We sing today.' } })),
    ...steps.listToldSteps(superadmin),
    step(auth.updateAccount, () =>
      call(auth.updateAccount, { ...byId(member.user.id), body: { role: 'user' } }),
    ),
    step(auth.sendAccountReset, () => call(auth.sendAccountReset, byId(member.user.id))),
    // It ends the sessions of the account, which later calls of the member need.
    step(auth.planDeletion, async () => {
      ids.leaver = (await createMember(siteUrl)).user.id;
      await call(auth.planDeletion, { ...byId(ids.leaver), body: {} });
    }),
    step(auth.undoDeletion, () => call(auth.undoDeletion, byId(ids.leaver))),
    step(auth.createInvitation, async () => {
      const email = `${randomBytes(8).toString('hex')}@songs.example`;
      ids.invitation = (await call(auth.createInvitation, { body: { email } })).data.invitation.id;
    }),
    step(auth.deleteInvitation, () => call(auth.deleteInvitation, byId(ids.invitation))),
    step(auth.deleteAccount, () => leave(siteUrl, superadmin)),
  ];
}

/** Returns the steps of uploads, the last of which adds a video and sets its id. */
function listUploadSteps({ siteUrl, superadmin }: Stage, video: { id: string }): Step[] {
  const { accessToken, call } = superadmin;
  const send = createSend(siteUrl, accessToken);
  const ids = { upload: '' };
  return [
    step(catalog.startUpload, async () => {
      ids.upload = (await call(catalog.startUpload, { body: { sizeBytes: 1000 } })).data.upload.id;
    }),
    step(catalog.cancelUpload, () => call(catalog.cancelUpload, byId(ids.upload))),
    step(catalog.uploadVideo, async () => {
      const form = new FormData();
      form.append('title', 'To be recorded');
      form.append('video', new Blob(['quack']), 'clip.mp4');
      video.id = (await send(catalog.uploadVideo, form)).data.video.id;
    }),
  ];
}

function listVideoSteps({ siteUrl, superadmin }: Stage, video: { id: string }): Step[] {
  const { accessToken, call } = superadmin;
  const send = createSend(siteUrl, accessToken);
  const ids = { caption: '' };
  return [
    step(catalog.addVideoTags, () =>
      call(catalog.addVideoTags, {
        ...byId(video.id),
        body: { tags: [steps.GRADE] },
      }),
    ),
    step(catalog.updateVideo, () =>
      call(catalog.updateVideo, { ...byId(video.id), body: { visibility: 'registered' } }),
    ),
    step(catalog.putCaption, async () => {
      const content = 'WEBVTT\n\n00:00.000 --> 00:01.000\nQuack\n';
      const body = { language: 'en', label: 'English', content };
      ids.caption = (await call(catalog.putCaption, { ...byId(video.id), body })).data.caption.id;
    }),
    step(catalog.deleteCaption, () =>
      call(catalog.deleteCaption, { params: { id: video.id, captionId: ids.caption } }),
    ),
    ...steps.listChipSteps(siteUrl, superadmin, PICTURE),
    ...steps.listSongListSteps(superadmin, video),
    ...steps.listCommentSteps(superadmin, video),
    ...steps.listSettingSteps(superadmin),
    step(catalog.putThumbnail, () => send(catalog.putThumbnail, PICTURE, video.id)),
    step(catalog.deleteThumbnail, () => call(catalog.deleteThumbnail, byId(video.id))),
    step(catalog.cancelVideo, () => call(catalog.cancelVideo, byId(video.id))),
    step(catalog.retryVideo, () => call(catalog.retryVideo, byId(video.id))),
    step(catalog.deleteVideo, () => call(catalog.deleteVideo, byId(video.id))),
  ];
}

/** Returns the steps of superadmins about the uploads of a teacher, who is made for them. */
function listTeacherSteps({ siteUrl, superadmin }: Stage): Step[] {
  const { call } = superadmin;
  return [
    step(catalog.decideApproval, async () => {
      const { id } = await uploadAsTeacher(siteUrl, superadmin);
      const body = { decision: 'approve' as const, revision: 0 };
      await call(catalog.decideApproval, { ...byId(id), body });
    }),
    step(catalog.undoTeacherChange, async () => {
      const { id, teacher } = await uploadAsTeacher(siteUrl, superadmin, { isTrusted: true });
      await teacher.call(catalog.updateVideo, { ...byId(id), body: { title: 'Changed' } });
      const { changes } = (await call(catalog.listTeacherChanges, {})).data;
      await call(catalog.undoTeacherChange, byId(changes[0]?.id ?? ''));
    }),
  ];
}

async function uploadAsTeacher(siteUrl: string, superadmin: Account, given: Partial<auth.Teacher> = {}) {
  const account = await createMember(siteUrl);
  await makeTeacher(superadmin, account, given);
  const teacher = await signInAgain(siteUrl, account);
  const file = new Blob(['quack']);
  const id = await uploadFile(siteUrl, teacher, { title: 'Of a teacher', visibility: 'public', file });
  return { id, teacher };
}

/** Returns how to send a body that is no JSON. */
function createSend(siteUrl: string, token: string) {
  return async (endpoint: Endpoint, body: unknown, id = '') => {
    const answer = await rawCall(siteUrl + toPath(endpoint, { params: { id } }), endpoint.method, {
      token,
      body,
    });
    if (answer.status >= 300) throw new Error(`${endpoint.operationId}: ${answer.text}`);
    return JSON.parse(answer.text) as { data: { video: { id: string } } }; // used for the call that says so
  };
}

async function exportPack(siteUrl: string, token: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(siteUrl + game.exportPack.path, { headers });
  return Buffer.from(await response.arrayBuffer());
}

/** Has another superadmin delete their own account. */
async function leave(siteUrl: string, superadmin: Account): Promise<void> {
  const other = await createMember(siteUrl);
  await superadmin.call(auth.updateAccount, { params: { id: other.user.id }, body: { role: 'superadmin' } });
  await other.call(auth.deleteAccount, { body: { password: other.password } });
}

/** Entries that a step leaves, if not one: a departure needs a promotion before, and a teacher uploads first. */
const ENTRIES: Record<string, number> = { deleteAccount: 2, decideApproval: 3, undoTeacherChange: 4 };

/** Makes the calls one after the other and returns the problems of the entries that they leave. */
export async function findWrongEntries(stage: Stage): Promise<string[]> {
  const wrong: string[] = [];
  const actions: string[] = Object.values(AUDIT_ACTIONS).flat();
  const read = () => readEntries(stage.superadmin, 10); // more than any step leaves
  let entries = await read();
  for (const { endpoint, run } of await listSteps(stage)) {
    await run();
    const earlier = new Set(entries.map(toKey));
    entries = await read();
    const added = entries.filter((entry) => !earlier.has(toKey(entry)));
    const name = endpoint.operationId;
    if (added.length !== (ENTRIES[name] ?? 1)) wrong.push(`${name}: ${added.length} entries`);
    for (const { actor, action, network, requestId, before, after } of added) {
      if (isForStaff(endpoint.access) && added.length === 1 && actor.id !== stage.superadmin.user.id)
        wrong.push(`${name}: by ${actor.name}`);
      if (network === null || requestId === null) wrong.push(`${name}: from nowhere`);
      if (!actions.includes(action)) wrong.push(`${name}: ${action} has no words`);
      for (const value of [before, after].flatMap(listUnnamed))
        wrong.push(`${name}: ${value} is a value without words`);
    }
  }
  return wrong;
}

const WORDS = readCatalogue('en', 'audit');

/** Returns the names of recorded values that the page of changes does not name in the reader's language. */
function listUnnamed(values: unknown): string[] {
  const toWord = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return Object.keys(values ?? {}).filter((name) => !(`audit.value-${toWord(name)}` in WORDS));
}

type KnownEntry = AuditEntry & { area: string };

function toKey({ area, number }: KnownEntry): string {
  return `${area} ${number}`;
}

/** Returns the newest entries of all services. */
export async function readEntries({ call }: Account, limit = 100): Promise<KnownEntry[]> {
  const lists = { auth: auth.auditLog.list, catalog: catalog.auditLog.list, game: game.auditLog.list };
  const pages = Object.entries(lists).map(async ([area, list]) => {
    const { data } = await call(list, { query: { limit } });
    return data.entries.map((entry) => ({ ...entry, area }));
  });
  return (await Promise.all(pages)).flat();
}
