import { auditCalls } from '../audit.ts';

/** The calls that read the audit log of this service. */
export const auditLog = auditCalls('accounts', 'Account');

export const { list: listAccountChanges, check: checkAccountChanges, save: exportAccountChanges } = auditLog;
