import { randomUUID } from 'node:crypto';

import { auth, catalog } from '@larksong/contracts';

import { site } from './lines.ts';
import { anyone, members, type Line, type Subject } from './permissions.ts';

const none = () => ({});
const byId = ({ id }: Subject) => ({ params: { id } });
const ofRow = ({ id }: Subject) => ({ params: { id, rowId: id } });
const minutes = ({ id }: Subject) => ({ params: { id }, query: { nestId: id } });
const moreTime = ({ id }: Subject) => ({ params: { id }, body: { nestId: id, minutes: 10 as const } });
const song = ({ id }: Subject) => ({ params: { videoId: id } });

/** Shows nothing, at any time. */
export const EMPTY_RULE: catalog.NestRule = {
  ...{ rows: [], hiddenVideoIds: [], allowsSearch: false, volume: 100 },
  game: { isOn: false, letters: [], says: 'letter', largest: '2x2' },
  time: {
    ...{ zone: 'UTC', minutes: null, hours: null },
    ...{ countsLearning: false, countsGame: false, countsStill: false },
  },
};
const newRule = ({ id }: Subject) => ({ params: { id }, body: { version: 0, rule: EMPTY_RULE } });

const LOOK = { name: 'Kindergarten', sign: 'sun', hue: 'leaf' } as const;

const NO_TOKEN = 'a'.repeat(43);

/** No token of an account admits to the calls of nests and their doors. */
const nobody = anyone('UNAUTHENTICATED');

/** The calls about nests, for callers who care for none and are in none. */
export const NEST_LINES: readonly Line[] = [
  site(auth.listNests, members(), none),
  site(auth.createNest, members(), () => ({
    body: { animal: 'fox' as const, ground: 'lake' as const, nickname: 'Juno' },
  })),
  site(auth.updateNest, members('NEST_NOT_FOUND'), (subject) => ({
    ...byId(subject),
    body: { nickname: 'Taken' },
  })),
  site(auth.deleteNest, members('NEST_NOT_FOUND'), byId),
  site(auth.shareNest, members('NEST_NOT_FOUND'), (subject) => ({
    ...byId(subject),
    body: { username: 'somebody' },
  })),
  site(auth.unshareNest, members('NEST_NOT_FOUND'), byId),
  site(auth.listNestInvitations, members(), none),
  site(auth.acceptNestInvitation, members('NEST_NOT_FOUND'), byId),
  site(auth.declineNestInvitation, members('NEST_NOT_FOUND'), byId),
  site(auth.endNestDevice, members('NEST_NOT_FOUND'), ({ id }) => ({ params: { id, deviceId: id } })),
  site(auth.makeNestCard, members('NEST_NOT_FOUND'), (subject) => ({
    ...byId(subject),
    body: { label: 'Tablet in the kitchen' },
  })),
  site(auth.takeBackNestCard, members('NEST_NOT_FOUND'), ({ id }) => ({ params: { id, cardId: id } })),
  site(auth.listClasses, members(), none),
  site(auth.createClass, members(), () => ({ body: LOOK })),
  site(auth.updateClass, members('NEST_NOT_FOUND'), (subject) => ({ ...byId(subject), body: LOOK })),
  site(auth.deleteClass, members('NEST_NOT_FOUND'), byId),
  site(auth.addClassNests, members('NEST_NOT_FOUND'), (subject) => ({
    ...byId(subject),
    body: { nicknames: ['Juno'], withCards: true },
  })),
  site(auth.shareClass, members('NEST_NOT_FOUND'), (subject) => ({
    ...byId(subject),
    body: { username: 'somebody' },
  })),
  site(auth.unshareClass, members('NEST_NOT_FOUND'), byId),
  site(auth.makeClassCard, members('NEST_NOT_FOUND'), (subject) => ({
    ...byId(subject),
    body: { label: 'Tablet of the class' },
  })),
  site(auth.takeBackClassCard, members('NEST_NOT_FOUND'), ({ id }) => ({ params: { id, cardId: id } })),
  site(auth.createClassCode, members('NEST_NOT_FOUND'), (subject) => ({
    ...byId(subject),
    body: { hours: 1 },
  })),
  site(auth.endClassCode, members('NEST_NOT_FOUND'), byId),
  site(auth.enterNests, anyone('CARD_NOT_OPEN'), () => ({ body: { code: '0000-0000-0000-0000' } })),
  site(auth.setNestPin, members('VALIDATION_FAILED'), () => ({ body: { pin: '0000' } })), // a weak one
  site(auth.handOver, members('NEST_NOT_FOUND'), ({ id }) => ({ body: { nestIds: [id] } })),
  site(auth.refreshNests, anyone('INVALID_REFRESH_TOKEN'), () => ({ body: { refreshToken: NO_TOKEN } })),
  site(auth.checkNests, anyone('INVALID_REFRESH_TOKEN'), () => ({ body: { refreshToken: NO_TOKEN } })),
  site(auth.checkNest, nobody, none),
  site(auth.openDoor, anyone('INVALID_REFRESH_TOKEN'), () => ({
    body: { refreshToken: NO_TOKEN, pin: '4719' },
  })),
  site(auth.listDoorNests, anyone('UNAUTHENTICATED'), none),
  site(auth.endHandOver, anyone('UNAUTHENTICATED'), none),
  site(catalog.getNestRule, members('NEST_NOT_FOUND'), byId),
  site(catalog.putNestRule, members('NEST_NOT_FOUND'), newRule),
  site(catalog.listNestChoices, members('NEST_NOT_FOUND'), byId),
  site(catalog.listNestMinutes, members('NEST_NOT_FOUND'), minutes),
  site(catalog.giveNestTime, members('NEST_NOT_FOUND'), moreTime),
  site(catalog.previewNest, members('NEST_NOT_FOUND'), byId),
  site(catalog.previewNestRow, members('NEST_NOT_FOUND'), ofRow),
  site(catalog.listNestFlags, members('NEST_NOT_FOUND'), byId),
  site(catalog.closeNestFlag, members('NEST_NOT_FOUND'), ({ id }) => ({ params: { id, flagId: id } })),
  site(catalog.getDoorRule, nobody, byId),
  site(catalog.putDoorRule, nobody, newRule),
  site(catalog.listDoorChoices, nobody, byId),
  site(catalog.listDoorMinutes, nobody, minutes),
  site(catalog.giveDoorTime, nobody, moreTime),
  site(catalog.getNest, nobody, none),
  site(catalog.getNestRow, nobody, ({ id }) => ({ params: { rowId: id } })),
  site(catalog.getNestSong, nobody, song),
  site(catalog.searchNest, nobody, () => ({ query: { q: 'ducks' } })),
  site(catalog.recordNestView, nobody, (subject) => ({
    ...song(subject),
    body: { watchedDuration: 0, rowId: randomUUID(), begins: true },
  })),
  site(catalog.flagNestSong, nobody, (subject) => ({ ...song(subject), body: { kind: 'broken' as const } })),
  site(catalog.recordNestGame, nobody, () => ({ body: { begins: true } })),
  site(catalog.recordNestPosition, nobody, ({ id }) => ({ params: { rowId: id }, body: { videoId: id } })),
];
