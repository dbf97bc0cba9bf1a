import type { FindingId } from '../../finding.ts';

/** ICU messages that say what is wrong, and what to do about it. */
export type FindingSentences = Partial<Record<FindingId, { sentence: string; remedy: string }>>;
