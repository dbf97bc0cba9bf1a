import { auditCalls } from '../audit.ts';

/** The calls that read the audit log of this service. */
export const auditLog = auditCalls('videos', 'Video');

export const { list: listVideoChanges, check: checkVideoChanges, save: exportVideoChanges } = auditLog;
