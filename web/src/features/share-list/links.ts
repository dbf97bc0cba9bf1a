import { catalog } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useCall } from '../../api/queries.ts';

/** How often the openings, and the code for the board, are read again. */
const REFRESH_MS = 60_000;

/** Reads the links of a list. */
export function useLinks(listId: string) {
  return useCall(
    catalog.listLinks,
    { params: { id: listId } },
    { refetchInterval: REFRESH_MS, refetchOnWindowFocus: true },
  );
}

/** The parts of a link that people choose. */
export interface LinkChoice {
  name: string;
  endsAt: string | null;
  showsOwn: boolean;
  hasPreview: boolean;
}

export async function makeLink(listId: string, choice: LinkChoice): Promise<catalog.ListLink> {
  const { data } = await call(catalog.createLink, { params: { id: listId }, body: choice });
  await refresh();
  return data.link;
}

export async function changeLink(listId: string, linkId: string, change: Partial<LinkChoice>): Promise<void> {
  await call(catalog.updateLink, { params: { id: listId, linkId }, body: change });
  await refresh();
}

export async function takeBack(listId: string, linkId: string): Promise<void> {
  await call(catalog.takeBackLink, { params: { id: listId, linkId } });
  await invalidate(catalog.listLinks); // what guests of this link see can no longer be asked
}

export async function makeBoardCode(listId: string, linkId: string, hours: number): Promise<void> {
  await call(catalog.createSpokenCode, { params: { id: listId, linkId }, body: { hours } });
  await refresh();
}

export async function endBoardCode(listId: string, linkId: string): Promise<void> {
  await call(catalog.endSpokenCode, { params: { id: listId, linkId } });
  await refresh();
}

function refresh(): Promise<void> {
  return invalidate(catalog.listLinks, catalog.previewForGuests);
}

/** Returns the day of a moment on this device, as a date field has it; empty without one. */
export function toDay(iso: string | null): string {
  if (iso === null) return '';
  const at = new Date(iso);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Returns the end of a day on this device; null without one. A link ends with the day that is named. */
export function toEnd(day: string): string | null {
  return day === '' ? null : new Date(`${day}T23:59:59`).toISOString();
}
