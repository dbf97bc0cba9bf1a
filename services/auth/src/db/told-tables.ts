import type { status } from '@larksong/contracts';
import type { ColumnType, Generated, Selectable } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

/** A problem of the site of which somebody is told; its row stays after its end, so that nobody is told twice a day. */
interface SiteFindingsTable {
  finding_id: string;
  about: string;
  finding: Json<status.Finding>;
  since: Date;
  seen_at: Date;
  /** Since when it is no longer found; null while it is. */
  absent_since: Date | null;
  /** When somebody was told that it stands; null once its end was told. */
  told_at: Date | null;
  /** Its severity then. */
  told_severity: status.Severity | null;
  /** When somebody was last told that it stands, and that it ended. */
  began_told_at: Date | null;
  ended_told_at: Date | null;
}

/** A superadmin by id, or anybody by address. */
export type Recipient = { userId: string } | { address: string };

interface TellingsTable {
  id: string;
  at: Date;
  began: Json<status.Finding[]>;
  ended: Json<status.Finding[]>;
  recipients: Json<Recipient[]>;
  /** False without a mail server or recipients. */
  had_mails: boolean;
  mail_was_given_up: Generated<boolean>;
  /** Null without a webhook. */
  webhook_state: 'waiting' | 'sent' | 'failed' | null;
  webhook_tries: Generated<number>;
  webhook_due_at: Date | null;
  webhook_problem: ColumnType<string | null, never, string | null>;
}

/** One row, or none. */
interface ToldSettingsTable {
  id: Generated<true>;
  recipients: Generated<'superadmins' | 'addresses' | 'nobody'>;
  addresses: Generated<string[]>;
  webhook_url: ColumnType<string | null, string | null | undefined, string | null>;
  /** Encrypted with a key derived from AUTH_SECRET. */
  sealed_webhook_secret: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  /** When a gateway last reported what it found. */
  reported_at: ColumnType<Date | null, Date | undefined, Date>;
}

export interface ToldTables {
  site_findings: SiteFindingsTable;
  tellings: TellingsTable;
  told_settings: ToldSettingsTable;
}

export type TellingRow = Selectable<TellingsTable>;
export type SiteFindingRow = Selectable<SiteFindingsTable>;
