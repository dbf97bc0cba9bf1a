import { catalog } from '@larksong/contracts';

import { keep, readKept } from '../../lib/kept-text.ts';
import { writeStored } from '../../lib/storage.ts';

/** What somebody wants to tell. */
export interface FlagDraft {
  kind: catalog.FlagKind | null;
  text: string;
}

/** Where earlier versions kept a text on the device, for whoever signed in next. */
const FORMER_KEY = 'flag';

/** Returns where is kept what somebody wants to tell about a video; `userId` is undefined for visitors. */
export function toPlace(userId: string | undefined, videoId: string): string {
  return `flag ${userId ?? 'visitor'} ${videoId}`;
}

/** Returns what was not sent from a place; an empty draft if there is nothing. */
export function readFlag(place: string): FlagDraft {
  writeStored(FORMER_KEY, null);
  const [kept, ...text] = readKept(place)?.split('\n') ?? [];
  return { kind: catalog.FLAG_KINDS.find((one) => one === kept) ?? null, text: text.join('\n') };
}

/** Keeps it until it has been sent, however the dialog is closed; null forgets it. */
export function keepFlag(place: string, draft: FlagDraft | null): void {
  const isEmpty = draft === null || (draft.kind === null && draft.text === '');
  keep(place, isEmpty ? null : `${draft.kind ?? ''}\n${draft.text}`);
}
