import type { catalog } from '@larksong/contracts';
import type { ColumnType, Generated } from 'kysely';

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
}
