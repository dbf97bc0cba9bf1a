export { checkBackups } from './check-backups.ts';
export { checkDisks } from './check-disks.ts';
export { checkSettings } from './check-settings.ts';
export { examine } from './examine.ts';
export type { Finding } from '@larksong/health';
export { describeReport, exitCodeOf, toReport, type Report } from './report.ts';
