import { auditCalls } from '../audit.ts';

/** The calls that read the audit log of this service. */
export const auditLog = auditCalls('game', 'Game');

export const { list: listGameChanges, check: checkGameChanges, save: exportGameChanges } = auditLog;
