import type { auth } from '@larksong/contracts';

import type { Db } from '../db/tables.ts';
import { listDevices, type DeviceRow } from '../nests/device-store.ts';
import { listInvited } from '../nests/invitation-store.ts';
import type { NestRow } from '../nests/store.ts';

/** Returns nests as one of their grown-ups sees them, with their devices and cards. */
export async function toNests(
  db: Db,
  viewerId: string,
  rows: readonly NestRow[],
  listCards: (nestIds: readonly string[]) => Promise<Map<string, auth.NestCard[]>>,
): Promise<auth.Nest[]> {
  const ids = rows.map(({ id }) => id);
  const devices = Map.groupBy(await listDevices(db, ids), ({ nestId }) => nestId);
  const cards = await listCards(ids);
  const invited = await listInvited(db, 'nest_id', ids);
  return rows.map((row) => ({
    ...toOwnParts(row, viewerId),
    invited: row.ownerId === viewerId ? (invited.get(row.id) ?? null) : null,
    devices: (devices.get(row.id) ?? []).map(toDevice),
    cards: cards.get(row.id) ?? [],
  }));
}

function toOwnParts(row: NestRow, viewerId: string): Omit<auth.Nest, 'devices' | 'cards' | 'invited'> {
  const { id, animal, ground, nickname, classId } = row;
  const isMine = row.ownerId === viewerId;
  const isShared = row.sharedWithId !== null;
  const other = isMine ? row.sharedWithName : row.ownerName;
  return { id, animal, ground, nickname, classId, isMine, isShared, sharedWith: isShared ? other : null };
}

function toDevice({ id, cameBy, label, device, lastUsedAt }: DeviceRow): auth.NestDevice {
  return { id, cameBy, label, device, lastUsedAt: lastUsedAt.toISOString() };
}
