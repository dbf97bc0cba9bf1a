export type { Actor } from './entry.ts';
export * from './audit-table.ts';
export * from './check-chain.ts';
export * from './keep-log.ts';
export * from './prune-log.ts';
export * from './record-change.ts';
