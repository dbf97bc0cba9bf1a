import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { Nullable, PageQuery, Timestamp, Uuid } from '../primitives.ts';

/** A mail that was not sent, since there is no mail server. */
export const KeptMail = Type.Object({
  id: Uuid,
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  /** As it stands in the text; the only address there that is not typed by somebody. */
  link: Type.String(),
  createdAt: Timestamp,
  /** Until then it is kept; a link with a token is good for as long. */
  expiresAt: Timestamp,
});
export type KeptMail = Static<typeof KeptMail>;

export const listKeptMails = endpoint({
  operationId: 'listKeptMails',
  summary: 'Mails that wait to be handed over since there is no mail server, the newest first',
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
