/*
 * Sentences that servers write, as ICU messages in English. They have a separate entry, so that no page loads them:
 * clients show the sentence of the answer, or that of a catalogue of their language.
 */
export * from './failures.ts';
export * from './findings.ts';
export * from './messages.ts';
export * from './remarks.ts';
