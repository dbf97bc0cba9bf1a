import type { catalog } from '@larksong/contracts';
import type { ColumnType, Generated } from 'kysely';

import type { MomentOrNull } from './column-types.ts';

/** The settings of the whole site; one row. */
export interface SiteSettingsTable {
  is_only: Generated<boolean>;
  visitors: catalog.Visitors;
  /** For the game of a closed site. */
  game_visitors: catalog.Visitors;
  /** Whether what teachers upload waits for an approval. */
  has_approvals: Generated<boolean>;
  /** Whose links to lists open on a closed site. */
  closed_links: ColumnType<catalog.ClosedLinks, catalog.ClosedLinks | undefined, catalog.ClosedLinks>;
  /** Whether members comment on videos. */
  comments: ColumnType<catalog.CommentSetting, catalog.CommentSetting | undefined, catalog.CommentSetting>;
  /** Whether a superadmin has chosen that, or the site began with it. */
  comments_chosen: Generated<boolean>;
  /** Words that hold comments back. */
  comment_words: Generated<string[]>;
  /** The id of the mail about comments that is being handed over. */
  comments_mail_id: ColumnType<string | null, never, string | null>;
  /** Up to when comments that wait or were reported have been mailed about. */
  comments_mailed_at: MomentOrNull;
}
