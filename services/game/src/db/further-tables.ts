import {
  IdentifierNode,
  OperationNodeTransformer,
  type KyselyPlugin,
  type QueryId,
  type SchemableIdentifierNode,
} from 'kysely';

import type { Db } from './tables.ts';

/** The tables of the site's own pack, each with its counterpart for all further packs: `further_categories` and so on. */
export const PACK_TABLES = [
  'categories',
  'items',
  'pictures',
  'sounds',
  'sound_jobs',
  'pack_imports',
  'pack_lines',
] as const;

const counterparts: ReadonlyMap<string, string> = new Map(
  PACK_TABLES.map((table) => [table, `further_${table}`]),
);

class ToFurtherTables extends OperationNodeTransformer {
  protected override transformSchemableIdentifier(
    node: SchemableIdentifierNode,
    queryId?: QueryId,
  ): SchemableIdentifierNode {
    const transformed = super.transformSchemableIdentifier(node, queryId);
    const further = counterparts.get(transformed.identifier.name);
    return further === undefined
      ? transformed
      : { ...transformed, identifier: IdentifierNode.create(further) };
  }
}

const transformer = new ToFurtherTables();
const toFurtherTables: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
  transformResult: async ({ result }) => result,
};

/**
 * Returns the database as statements about further packs see it: each table of a pack is its counterpart. A statement in
 * `sql` must name these tables with `sql.table` and `sql.ref`.
 */
export function withFurtherTables(db: Db): Db {
  return db.withPlugin(toFurtherTables);
}

/** Returns the database of the site's own pack and that of all further packs, for work that is about every pack. */
export function eachPackTables(db: Db): Db[] {
  return [db, withFurtherTables(db)];
}
