export * from './announcement.ts';
export * from './audit.ts';
export * from './accounts.ts';
export * from './kept-mails.ts';
export * from './languages.ts';
export * from './sessions.ts';
export * from './setup.ts';
export * from './site-texts.ts';
