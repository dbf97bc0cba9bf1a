export * from './lease-store.ts';
export * from './leases.ts';
export * from './policy.ts';
export * from './reconcile.ts';
export * from './wake-ups.ts';
