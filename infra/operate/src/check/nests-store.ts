import { auth } from '@larksong/contracts';

import type { Read } from './lists-store.ts';

/** What must never be found in auth's database, as statements that return a sentence for each contradiction. */
const CONTRADICTIONS = [
  `select 'The nest ' || id || ' is in a class and also shared without it.' from nests
   where class_id is not null and shared_with_id is not null`,
  `select 'The nest or class ' || coalesce(nest_id, class_id) || ' has ' || count(*) || ' cards, too many.'
   from nest_cards group by nest_id, class_id having count(*) > ${auth.MAX_NEST_CARDS}`,
  `select 'The account ' || owner_id || ' has ' || count(*) || ' classes, too many.' from nest_classes
   group by owner_id having count(*) > ${auth.MAX_CLASSES}`,
  `select 'The code of the class ' || class_id || ' is good for too long.' from nest_class_codes
   where ends_at > clock_timestamp() + interval '${auth.CLASS_CODE_HOURS} hours 1 minute'`,
];

/**
 * Returns a sentence for each contradiction among nests, and between auth and catalog: rules and minutes of nests that auth
 * does not know, such as after a restore of one database alone. A nest without a rule is no contradiction: it shows
 * nothing. The site may be running.
 */
export async function findNestProblems({
  auth: ofAuth,
  catalog,
}: Record<'auth' | 'catalog', Read>): Promise<string[]> {
  if (!(await hasTable(ofAuth, 'nests')) || !(await hasTable(catalog, 'nest_rules'))) return [];
  const problems: string[] = [];
  for (const statement of CONTRADICTIONS)
    for (const row of await ofAuth(statement)) problems.push(...Object.values(row).map(String));
  return [...problems, ...(await findStrangers(ofAuth, catalog))];
}

/** Reads catalog first: a nest is deleted in auth before its rule, and recorded there until catalog has been told. */
async function findStrangers(ofAuth: Read, catalog: Read): Promise<string[]> {
  const rules = await catalog('select id, owner_id from nest_rules order by id');
  const used = await catalog('select nest_id as id from nest_ids order by nest_id');
  const known = await ofAuth(
    `select id, owner_id from nests union all select id, owner_id from nest_classes
     union all select id, null from nest_departures`,
  );
  const owners = new Map(known.map(({ id, owner_id: owner }) => [id, owner]));
  return [
    ...rules.flatMap(({ id, owner_id: owner }) => {
      if (!owners.has(id)) return [`The rule ${String(id)} is of a nest or class that auth does not know.`];
      const isOther = owners.get(id) !== null && owners.get(id) !== owner;
      return isOther ? [`The rule ${String(id)} has another owner than its nest or class.`] : [];
    }),
    ...used
      .filter(({ id }) => !owners.has(id))
      .map(({ id }) => `Minutes are kept of the nest ${String(id)}, which auth does not know.`),
  ];
}

async function hasTable(read: Read, name: string): Promise<boolean> {
  const [row] = await read(`select to_regclass('public.${name}') is not null as "isThere"`);
  return row?.['isThere'] === true; // otherwise the database of a version before nests
}
