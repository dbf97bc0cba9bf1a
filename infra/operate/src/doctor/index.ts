export { checkBackups } from './check-backups.ts';
export { checkFilesClock } from './check-files-clock.ts';
export { checkDisks } from './check-disks.ts';
export { checkSettings } from './check-settings.ts';
export { listSettingNames } from './config.ts';
export { examine } from './examine.ts';
export { findMisspelt } from './find-misspelt.ts';
export type { Finding } from '@larksong/health';
export { describeReport, exitCodeOf, toReport, type Report } from './report.ts';
