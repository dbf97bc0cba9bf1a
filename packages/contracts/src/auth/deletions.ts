import { Type } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { IdParams } from '../primitives.ts';
import { Account, UploadedVideos } from './accounts.ts';

// Accounts that superadmins delete for somebody else: announced, and carried out later.

/** Days between the announcement and the deletion. */
export const DELETION_DAYS = 7;

export const planDeletion = endpoint({
  operationId: 'planDeletion',
  summary:
    "Delete somebody else's account in seven days; it is disabled until then, and its owner is told by mail",
  method: 'POST',
  path: '/api/admin/accounts/:id/deletion',
  access: 'superadmin',
  params: IdParams,
  body: Type.Object({ videos: UploadedVideos }),
  data: Type.Object({ account: Account }),
  errors: ['USER_NOT_FOUND', 'CONFLICT', 'LAST_SUPERADMIN'],
});

export const undoDeletion = endpoint({
  operationId: 'undoDeletion',
  summary: 'Keep an account that was going to be deleted; its owner is told by mail',
  method: 'DELETE',
  path: '/api/admin/accounts/:id/deletion',
  access: 'superadmin',
  params: IdParams,
  data: Type.Object({ account: Account }),
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
});
