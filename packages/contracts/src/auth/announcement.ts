import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { Nullable, Timestamp } from '../primitives.ts';
import { because } from '../reasons.ts';

/** The default announcement of a read-only site. */
export const READ_ONLY_SENTENCE = because('site.read-only').message;

/** A sentence on every page, from the people who run the site. */
export const Announcement = Type.Object({
  message: Type.String(),
  /** Whether the site refuses changes meanwhile: uploads, edits, likes, registrations. */
  isReadOnly: Type.Boolean(),
  /** Since when the site is read-only; otherwise, when the announcement was made. */
  startedAt: Timestamp,
});
export type Announcement = Static<typeof Announcement>;

/** Returns the message that a superadmin wrote; empty without one. */
export function toWrittenMessage(announcement: Announcement | null): string {
  const message = announcement?.message ?? '';
  return message === READ_ONLY_SENTENCE ? '' : message;
}

/** Plain text of an announcement. */
export const AnnouncementText = Type.String({
  maxLength: 300,
  ...because('site.announcement-too-long'),
});

const data = Type.Object({ announcement: Nullable(Announcement) });

export const getAnnouncement = endpoint({
  operationId: 'getAnnouncement',
  summary: 'The announcement on every page, and whether the site is read-only',
  method: 'GET',
  path: '/api/site/announcement',
  access: 'anyone',
  data,
});

export const putAnnouncement = endpoint({
  operationId: 'putAnnouncement',
  summary: 'Announce something on every page, and make the site read-only, or end either',
  method: 'PUT',
  path: '/api/admin/site/announcement',
  access: 'superadmin',
  whileReadOnly: true,
  body: Type.Object({
    /** Blank: the default sentence if the site is read-only, otherwise no announcement. Unchanged if missing. */
    message: Type.Optional(AnnouncementText),
    /** Unchanged if missing. */
    isReadOnly: Type.Optional(Type.Boolean()),
  }),
  data,
});
