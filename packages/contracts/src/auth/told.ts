import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { Nullable, Timestamp, Uuid } from '../primitives.ts';
import { because } from '../reasons.ts';
import { Finding, type FindingId } from '../finding.ts';

/** Part of an address: no spaces, commas, control characters or halves of characters. */
const PART = '[^\\s@,;\\x00-\\x1f\\ud800-\\udfff]+';
const ADDRESS = `^${PART}@${PART}\\.${PART}$`;

/** Most addresses that are told of problems if not superadmins are. */
export const MAX_TOLD_ADDRESSES = 20;

/** Who gets a mail when a problem of the site has stood for an hour, and when it ends. */
export const ToldRecipients = Type.Object({
  to: Type.Union([Type.Literal('superadmins'), Type.Literal('addresses'), Type.Literal('nobody')], {
    ...because('told.recipients-not-valid'),
  }),
  /** Used only with `addresses`. */
  addresses: Type.Array(
    Type.String({
      pattern: ADDRESS,
      maxLength: 254,
      ...because('told.address-not-valid'),
    }),
    {
      maxItems: MAX_TOLD_ADDRESSES,
      ...because('told.too-many-addresses', { maximum: MAX_TOLD_ADDRESSES }),
    },
  ),
});
export type ToldRecipients = Static<typeof ToldRecipients>;

/** A problem of which somebody is told, with the time since which it stands. */
export const StandingFinding = Type.Object({
  ...Finding.properties,
  since: Timestamp,
  /** Null until somebody was told. */
  toldAt: Nullable(Timestamp),
});
export type StandingFinding = Static<typeof StandingFinding>;

/** One telling: what began and what ended, to whom it went, and what became of it. */
export const Telling = Type.Object({
  id: Uuid,
  at: Timestamp,
  began: Type.Array(Finding),
  ended: Type.Array(Finding),
  /** Usernames of superadmins and addresses of others; empty if nobody gets mails. */
  to: Type.Array(Type.String()),
  /**
   * `none`: there was no mail server, or nobody to write to; `failing`: it could not be sent yet; `given_up`: not within a
   * day.
   */
  mail: Type.Union([
    Type.Literal('none'),
    Type.Literal('waiting'),
    Type.Literal('failing'),
    Type.Literal('sent'),
    Type.Literal('given_up'),
  ]),
  /** Null without a webhook. */
  webhook: Nullable(
    Type.Object({
      state: Type.Union([Type.Literal('waiting'), Type.Literal('sent'), Type.Literal('failed')]),
      /** Why the last try failed, in English; null if it did not. */
      problem: Nullable(Type.String()),
    }),
  ),
});
export type Telling = Static<typeof Telling>;

export const Told = Type.Object({
  recipients: ToldRecipients,
  webhook: Nullable(Type.Object({ url: Type.String() })),
  hasMailServer: Type.Boolean(),
  /** Problems that stand now and of which somebody is told after an hour, the oldest first. */
  standing: Type.Array(StandingFinding),
  /** The newest first, at most 20. */
  tellings: Type.Array(Telling),
});
export type Told = Static<typeof Told>;

export const getTold = endpoint({
  operationId: 'getTold',
  summary: 'Who is told of problems of the site, which problems stand, and what was told',
  method: 'GET',
  path: '/api/admin/site/told',
  access: 'superadmin',
  data: Told,
});

export const putTold = endpoint({
  operationId: 'putTold',
  summary: 'Choose who gets mails about problems of the site',
  method: 'PUT',
  path: '/api/admin/site/told',
  access: 'superadmin',
  whileReadOnly: true,
  body: ToldRecipients,
  data: Type.Object({ recipients: ToldRecipients }),
});

export const putToldWebhook = endpoint({
  operationId: 'putToldWebhook',
  summary: 'Set the address that is called about problems of the site, with a new secret, or remove it',
  method: 'PUT',
  path: '/api/admin/site/told/webhook',
  access: 'superadmin',
  whileReadOnly: true,
  body: Type.Object({
    /** Null removes it. */
    url: Nullable(Type.String({ maxLength: 2000, ...because('told.webhook-not-valid') })),
    /** The superadmin's own. */
    password: Type.String({ minLength: 1, maxLength: 128, ...because('account.password-missing') }),
  }),
  data: Type.Object({
    webhook: Nullable(Type.Object({ url: Type.String() })),
    /** The key of the signatures, in hexadecimal; shown only here. Null if the address was removed. */
    secret: Nullable(Type.String()),
  }),
  errors: ['WRONG_PASSWORD', 'TOO_MANY_REQUESTS', 'TOO_BUSY'],
});

export const tryToldWebhook = endpoint({
  operationId: 'tryToldWebhook',
  summary: 'Call the address once, with no problem in it, and say whether it accepted the call',
  method: 'POST',
  path: '/api/admin/site/told/webhook/try',
  access: 'superadmin',
  whileReadOnly: true,
  data: Type.Object({
    /** Null if it was accepted; otherwise why not, in English. */
    problem: Nullable(Type.String()),
  }),
  errors: ['NOT_FOUND'],
});

export const noteFindings = endpoint({
  operationId: 'noteFindings',
  summary: 'Report what a gateway found at the whole site',
  method: 'POST',
  path: '/internal/findings',
  access: 'internal',
  body: Type.Object({
    /** Their ids may be those of a newer version. */
    findings: Type.Array(
      Type.Object({ ...Finding.properties, id: Type.Unsafe<FindingId>({ type: 'string' }) }),
    ),
    /** Whether every part answered in time, so that a problem that is not named has ended. */
    isComplete: Type.Boolean(),
  }),
  data: Type.Object({}),
});
