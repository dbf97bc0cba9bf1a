import { auth } from '@larksong/contracts';

import type { SiteTextName } from '../db/tables.ts';

/** The settings that the texts state. */
export interface Periods {
  sessionDays: number;
  knownPlaceDays: number;
  /** Days for which changes by superadmins are recorded. */
  auditDays: number;
}

/** Returns the texts of a site whose superadmins have not written any. They must be true for every such site. */
export function toDefaultTexts(siteName: string, periods: Periods): Record<SiteTextName, string> {
  const { sessionDays, knownPlaceDays, auditDays } = periods;
  return {
    name: auth.DEFAULT_SITE_NAME,
    about: toText(
      `${siteName} has songs and lessons for children, and a memory game of letters. It runs on the free software Larksong, which anybody can host.`,
      'Who runs this site has not been filled in yet.',
    ),
    privacy: toText(
      'Nobody needs an account to watch public videos or to play. For visitors without one, the site counts each view of a video once, by a code that it forgets after half an hour. The settings of the game and the place where a video was left stay on the device.',
      'With an account, the site stores the username, the email, the display name if there is one, the password in a form that cannot be read, and the day on which the account was created. It also stores which videos the account has liked and watched, and where each one was left. The watch history can be cleared in the list of watched videos, and all of this can be downloaded on the page Profile. There the account can also be deleted, together with all of this.',
      `A sign-in is stored with the kind of browser, until ${toDays(sessionDays)} after its last use. To notice strangers, the site remembers devices and networks from which an account has signed in for at most ${toDays(knownPlaceDays)}.`,
      'The log of the server names the network address from which each request came and, after signing in, the account. The people who run this site decide how long it is kept.',
      `Changes by the people who run this site are recorded with their username and the shortened address of their network for ${toDays(auditDays)}, even if the account is deleted meanwhile.`,
    ),
    contact: toText(
      'The people who run this site have not added a way to reach them here yet. If somebody gave you the address of this site, please ask them.',
    ),
  };
}

function toText(...paragraphs: string[]): string {
  return paragraphs.join('\n\n');
}

function toDays(count: number): string {
  return count === 1 ? 'one day' : `${count} days`;
}
