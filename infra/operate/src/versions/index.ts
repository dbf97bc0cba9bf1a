export { describeVersions, toVersionsReport } from './describe-versions.ts';
export { readVersions, type Versions } from './read-versions.ts';
