export * from '../finding.ts';
export * from './process.ts';
export * from './services.ts';
export * from './site.ts';
