import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { Nullable, PageQuery, Timestamp, Uuid } from '../primitives.ts';

/** A mail that was not sent because no mail server is configured. */
export const KeptMail = Type.Object({
  id: Uuid,
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  /** As it appears in the text; the only address there that no user typed. */
  link: Type.String(),
  createdAt: Timestamp,
  /** Deleted after this time, when a link with a token has expired too. */
  expiresAt: Timestamp,
});
export type KeptMail = Static<typeof KeptMail>;

export const listKeptMails = endpoint({
  operationId: 'listKeptMails',
  summary:
    'Mails to be passed on by hand because no mail server is configured: first those for new passwords, then the others, newest first',
  method: 'GET',
  path: '/api/admin/mails',
  access: 'superadmin',
  query: PageQuery,
  data: Type.Object({
    hasMailServer: Type.Boolean(),
    mails: Type.Array(KeptMail),
    nextCursor: Nullable(Type.String()),
  }),
});
