import type { auth, catalog } from '@larksong/contracts';

import { video } from './videos.ts';

let serial = 0;

const idOf = (kind: number) => `0198f3c2-7a1e-7d40-b1c9-${(kind + serial).toString(16).padStart(12, '0')}`;

/** Returns a nest's picture, with a new id each time. */
export function nestFace(changes: Partial<auth.NestFace> = {}): auth.NestFace {
  serial += 1;
  return { id: idOf(0xb0_00_00), animal: 'fox', ground: 'lake', nickname: 'Juno', ...changes };
}

/** Returns a session of nests as the server issues it, with one nest unless `changes` has others. */
export function nestSession(changes: Partial<auth.NestSession> = {}): auth.NestSession {
  serial += 1;
  const faces = changes.faces ?? [nestFace()];
  return {
    refreshToken: `refresh-nest-${serial}`,
    accessToken: `nest-token-${serial}`,
    nestId: faces[0]?.id ?? null,
    faces,
    cameBy: 'handover',
    canSwitch: true,
    ...changes,
  };
}

/** Returns a nest as a grown-up sees it. */
export function ownNest(changes: Partial<auth.Nest> = {}): auth.Nest {
  return {
    ...nestFace(),
    classId: null,
    isMine: true,
    isShared: false,
    sharedWith: null,
    invited: null,
    devices: [],
    cards: [],
    ...changes,
  };
}

/** Returns a class without nests. */
export function nestClass(changes: Partial<auth.NestClass> = {}): auth.NestClass {
  serial += 1;
  return {
    ...{ id: idOf(0xd1_00_00), name: 'Sunflowers', sign: 'sun', hue: 'tangerine' },
    ...{ isMine: true, sharedWith: null, invited: null, nestIds: [], cards: [], code: null },
    ...changes,
  };
}

/** Returns a row of a place, with three songs. */
export function nestRow(changes: Partial<catalog.NestPlaceRow> = {}): catalog.NestPlaceRow {
  serial += 1;
  const songs = changes.songs ?? [video(), video(), video()];
  return {
    id: idOf(0xc0_00_00),
    kind: 'list',
    sign: 'sun',
    hue: 'tangerine',
    name: 'Morning circle',
    isLearning: false,
    songs,
    songCount: songs.length,
    position: null,
    nextCursor: null,
    ...changes,
  };
}

export const FREE: catalog.NestTime = {
  state: 'free',
  share: null,
  leftSeconds: null,
  isCounting: false,
  endsAt: null,
  opensAt: null,
};

/** Returns the place of a nest without limits. */
export function nestPlace(changes: Partial<catalog.NestPlace> = {}): catalog.NestPlace {
  return {
    rows: [nestRow()],
    game: null,
    allowsSearch: false,
    volume: 100,
    mayCount: true,
    time: FREE,
    ...changes,
  };
}

/** Returns a rule without limits, which shows nothing unless `changes` has rows. */
export function nestRule(changes: Partial<catalog.NestRule> = {}): catalog.NestRule {
  return {
    rows: [],
    hiddenVideoIds: [],
    allowsSearch: false,
    volume: 100,
    game: { isOn: false, letters: [], says: 'letter', largest: '4x4' },
    time: {
      zone: 'Europe/Berlin',
      minutes: null,
      hours: null,
      countsLearning: false,
      countsGame: false,
      countsStill: false,
    },
    ...changes,
  };
}

/** Returns a card with a new id each time. */
export function nestCard(changes: Partial<auth.NestCard> = {}): auth.NestCard {
  serial += 1;
  return {
    id: idOf(0xd0_00_00),
    label: 'Tablet in the kitchen',
    code: 'k7m4-qx2p-93hd-vt6w',
    madeAt: '2026-11-30T08:00:00.000Z',
    lastUsedAt: null,
    deviceCount: 0,
    ...changes,
  };
}
