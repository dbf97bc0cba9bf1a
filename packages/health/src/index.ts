export * from './finding.ts';
export * from './findings/facts.ts';
export * from './findings/find.ts';
export { listLate } from './findings/overload.ts';
export * from './gather.ts';
export * from './merge-findings.ts';
export * from './public-address.ts';
