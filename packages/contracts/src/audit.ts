import { Type, type Static } from 'typebox';

import { endpoint } from './endpoint.ts';
import { Moment, Nullable, PageQuery, Timestamp } from './primitives.ts';
import { because } from './reasons.ts';

/** Entries that every service writes. */
const COMMON = ['log.prune'] as const;

/**
 * The kinds of changes that are recorded, by the service that records them. A call or a command that changes something
 * needs a kind here, and a name for it in the catalogue `work`, `audit.action-…`.
 */
export const AUDIT_ACTIONS = {
  accounts: [
    'account.create',
    'account.update',
    'account.set-password',
    'account.send-reset',
    'account.reset-link',
    'account.plan-deletion',
    'account.undo-deletion',
    'account.delete',
    'people.import',
    'people.stop-import',
    'invitation.create',
    'invitation.delete',
    'site.setup',
    'site.texts',
    'site.languages',
    'site.announcement',
    'site.restore',
    'site.told',
    'site.webhook',
    'keys.rotate',
    'class.delete',
    'class.share',
    'class.end-sharing',
    'nest.share',
    'nest.end-sharing',
    'nest.pin-rests',
    ...COMMON,
  ],
  videos: [
    'upload.start',
    'upload.cancel',
    'video.upload',
    'video.update',
    'video.add-tags',
    'video.put-captions',
    'video.delete-captions',
    'video.put-thumbnail',
    'video.delete-thumbnail',
    'chip.update',
    'chip.put-picture',
    'chip.delete-picture',
    'video.retry',
    'video.accept',
    'video.cancel',
    'video.delete',
    'site.close',
    'site.approvals',
    'site.open',
    'video.approve',
    'video.send-back',
    'video.undo',
    'video.close-flag',
    'list.opened',
    'list.offered',
    'list.changed',
    'list.deleted',
    'list.restored',
    'list.ordered',
    'list.imported',
    'list.link-made',
    'list.link-changed',
    'list.link-taken-back',
    'list.code-made',
    'list.code-ended',
    'site.comments',
    'comment.approve',
    'comment.remove',
    'comment.refuse',
    'comment.mute',
    'video.close-comments',
    'video.open-comments',
    'list.suggestion',
    ...COMMON,
  ],
  game: [
    'letter.create',
    'letter.delete',
    'letter.starter',
    'card.create',
    'card.delete',
    'picture.put',
    'picture.delete',
    'sound.put',
    'sound.delete',
    'game.settings',
    'pack.import',
    ...COMMON,
  ],
} as const satisfies Record<string, readonly string[]>;

/** A part of the site with its own audit log. */
export type AuditArea = keyof typeof AUDIT_ACTIONS;
export type AuditAction = (typeof AUDIT_ACTIONS)[AuditArea][number];

/** One change, recorded in the same transaction as the change itself. */
export const AuditEntry = Type.Object({
  /** Counts from 1 without gaps. */
  number: Type.Integer(),
  at: Timestamp,
  /** The account, as it was called then; without an id for the command line and the site itself. */
  actor: Type.Object({ id: Nullable(Type.String()), name: Type.String() }),
  /** The shortened address from which the call came. */
  network: Nullable(Type.String()),
  requestId: Nullable(Type.String()),
  /** One of `AUDIT_ACTIONS`, or one of another version. */
  action: Type.String(),
  /** The video, account, letter and so on, as it was called then. */
  subject: Type.Object({ id: Nullable(Type.String()), name: Nullable(Type.String()) }),
  /** The changed values, long ones shortened; or null. */
  before: Type.Unknown(),
  after: Type.Unknown(),
});
export type AuditEntry = Static<typeof AuditEntry>;

/** Filters of the log; all of them apply. */
export const AuditFilter = Type.Object({
  /** A part of the name of the account that made the change, or its id. */
  person: Type.Optional(Type.String({ maxLength: 100, ...because('audit.person-too-long') })),
  /** A part of the name, or the id, of the changed object. */
  subject: Type.Optional(Type.String({ maxLength: 200, ...because('audit.subject-too-long') })),
  action: Type.Optional(Type.String({ maxLength: 60, ...because('audit.kind-unknown') })),
  /** From this moment on. */
  from: Type.Optional(Moment()),
  /** Before this moment. */
  to: Type.Optional(Moment()),
});
export type AuditFilter = Static<typeof AuditFilter>;

/** The result of checking the chain of hashes. */
export const AuditCheck = Type.Object({
  entryCount: Type.Integer(),
  /** Null if there are no entries. */
  firstNumber: Nullable(Type.Integer()),
  lastNumber: Nullable(Type.Integer()),
  /** SHA-256 of the latest entry in hexadecimal: if it is written down elsewhere, removed later entries are noticed. */
  lastHash: Nullable(Type.String()),
  /** The first entry that was altered or does not continue from its predecessor; null in an unbroken chain. */
  brokenAt: Nullable(Type.Integer()),
});
export type AuditCheck = Static<typeof AuditCheck>;

/** Returns the calls that read the audit log of a part of the site. */
export function auditCalls(area: AuditArea, noun: 'Account' | 'Video' | 'Game') {
  const path = `/api/admin/audit/${area}`;
  return {
    list: endpoint({
      operationId: `list${noun}Changes`,
      summary: `Recorded changes (${area}), newest first`,
      method: 'GET',
      path,
      access: 'superadmin',
      query: Type.Object({ ...PageQuery.properties, ...AuditFilter.properties }),
      data: Type.Object({ entries: Type.Array(AuditEntry), nextCursor: Nullable(Type.String()) }),
    }),
    check: endpoint({
      operationId: `check${noun}Changes`,
      summary: `Whether the chain of recorded changes (${area}) is unbroken`,
      method: 'GET',
      path: `${path}/check`,
      access: 'superadmin',
      data: Type.Object({ check: AuditCheck }),
    }),
    save: endpoint({
      operationId: `export${noun}Changes`,
      summary: `Recorded changes (${area}) as CSV (RFC 4180), newest first`,
      method: 'GET',
      path: `${path}/export`,
      access: 'superadmin',
      query: AuditFilter,
      file: 'text/csv',
    }),
  };
}
