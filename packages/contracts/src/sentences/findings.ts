import type { ValuesOf } from '../values.ts';
import type { FindingId } from '../finding.ts';
import { ACCOUNT_FINDINGS } from './findings/accounts.ts';
import { ADDRESS_FINDINGS } from './findings/address.ts';
import { BACKUP_FINDINGS } from './findings/backups.ts';
import type { FindingSentences } from './findings/finding-sentences.ts';
import { SERVER_FINDINGS } from './findings/servers.ts';
import { SERVICE_FINDINGS } from './findings/services.ts';
import { STORAGE_FINDINGS } from './findings/storage.ts';
import { TRANSCODING_FINDINGS } from './findings/transcoding.ts';

/** What is wrong and what to do, for each finding, as ICU messages. A value `none` stands for one that is not known. */
export const FINDINGS = {
  ...SERVICE_FINDINGS,
  ...SERVER_FINDINGS,
  ...STORAGE_FINDINGS,
  ...TRANSCODING_FINDINGS,
  ...ACCOUNT_FINDINGS,
  ...ADDRESS_FINDINGS,
  ...BACKUP_FINDINGS,
} as const satisfies Required<FindingSentences>;

type Findings = typeof FINDINGS;
/** The values that the sentences of a finding need. */
export type FindingValues<Id extends FindingId> = ValuesOf<Findings[Id]['sentence' | 'remedy']>;

/** Names in `Parts` and `Names` that are words; others are names, and the same in every language. */
export const PARTS = {
  storage: 'storage',
  address: 'the public address',
  /** An empty name. */
  'deleted-account': 'a deleted account',
} as const;
