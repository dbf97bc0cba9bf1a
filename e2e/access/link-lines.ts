import { catalog } from '@larksong/contracts';

import { site } from './lines.ts';
import { anyone, members, type Line, type Subject } from './permissions.ts';

const byId = ({ id }: Subject) => ({ params: { id } });
const ofLink = ({ id }: Subject) => ({ params: { id, linkId: id } });
const asGuest = ({ id }: Subject) => ({ params: { linkId: id } });

/** The calls about links, and about what ends with an account, for callers who have opened none; guest-cells.ts checks what guests get. */
export const LINK_LINES: readonly Line[] = [
  site(catalog.countOwnLists, members(), () => ({})),
  site(catalog.listLinks, members('LIST_NOT_FOUND'), byId),
  site(catalog.createLink, members('LIST_NOT_FOUND'), (subject) => ({
    ...byId(subject),
    body: { name: 'For somebody' },
  })),
  site(catalog.updateLink, members('LIST_NOT_FOUND'), (subject) => ({
    ...ofLink(subject),
    body: { name: 'Taken' },
  })),
  site(catalog.takeBackLink, members('LIST_NOT_FOUND'), ofLink),
  site(catalog.createSpokenCode, members('LIST_NOT_FOUND'), (subject) => ({
    ...ofLink(subject),
    body: { hours: 1 },
  })),
  site(catalog.endSpokenCode, members('LIST_NOT_FOUND'), ofLink),
  site(catalog.previewForGuests, members('LIST_NOT_FOUND'), byId),
  // A well-formed code with 80 bits, which is never counted as a guess.
  site(catalog.openLink, anyone('LINK_NOT_OPEN'), () => ({ body: { code: '0000-0000-0000-0000' } })),
  site(catalog.getGuestList, anyone('LINK_NOT_OPEN'), asGuest),
  site(catalog.recordGuestView, anyone('LINK_NOT_OPEN'), ({ id }) => ({
    params: { linkId: id, videoId: id },
    body: { watchedDuration: 0 },
  })),
  site(catalog.copyGuestList, members('LINK_NOT_OPEN'), asGuest),
  site(catalog.listSuggestions, members('LIST_NOT_FOUND'), byId),
  site(catalog.suggestSong, members('LIST_NOT_FOUND'), (subject) => ({
    ...byId(subject),
    body: { title: 'Ducks' },
  })),
  site(catalog.openSuggestions, members('LIST_NOT_FOUND'), (subject) => ({
    ...byId(subject),
    body: { isOpen: true },
  })),
  site(catalog.decideSuggestion, members('LIST_NOT_FOUND'), ({ id }) => ({
    params: { id, suggestionId: id },
    body: { decision: 'decline' as const },
  })),
  site(catalog.listGuestSuggestions, members('LINK_NOT_OPEN'), asGuest),
  site(catalog.suggestGuestSong, members('LINK_NOT_OPEN'), (subject) => ({
    ...asGuest(subject),
    body: { title: 'Ducks' },
  })),
];
