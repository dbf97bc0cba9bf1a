import type { status } from '@larksong/contracts';

import { toFinding } from '../finding.ts';
import { listProcesses, type Rule, type SiteFacts } from './facts.ts';

const CONNECTIONS_SHARE = 0.8;

const databases: Rule = (facts) =>
  listProcesses(facts).flatMap(({ name, process: { database } }): status.Finding[] => {
    if (!database) return [];
    if (database.state === 'ok')
      return [...migrationFindings(name, database), ...tableFindings(name, database)];
    const id = database.state === 'away' ? 'database-away' : 'database-refused';
    return [toFinding({ id, severity: 'error', about: name }, { name, problem: database.problem ?? 'none' })];
  });

function migrationFindings(name: string, database: status.DatabaseStatus): status.Finding[] {
  const { pendingMigrations: pending, unknownMigrations: unknown } = database;
  const findings: status.Finding[] = [];
  if (pending.length > 0)
    findings.push(
      toFinding(
        { id: 'migrations-pending', severity: 'error', about: name },
        { name, changeCount: pending.length, changeNames: pending },
      ),
    );
  if (unknown.length > 0)
    findings.push(
      toFinding({ id: 'database-newer', severity: 'error', about: name }, { name, changeNames: unknown }),
    );
  return findings;
}

function tableFindings(
  name: string,
  { missingTables: missing = [], lockedTables: locked = [] }: status.DatabaseStatus,
): status.Finding[] {
  const findings: status.Finding[] = [];
  const of = { severity: 'error', about: name } as const;
  if (missing.length > 0)
    findings.push(toFinding({ id: 'tables-missing', ...of }, { name, tableNames: missing }));
  const [first] = locked;
  if (first) {
    const tableNames = locked.filter(({ pid }) => pid === first.pid).map((table) => table.name);
    findings.push(
      toFinding(
        { id: 'database-locked', ...of },
        {
          name,
          tableNames,
          lockedSeconds: first.seconds,
          program: first.program || 'none',
          pid: String(first.pid),
        },
      ),
    );
  }
  return findings;
}

/** One setting of the server usually concerns all databases. */
const readOnly: Rule = (facts) => {
  const serviceNames = listProcesses(facts)
    .filter(({ process: { database } }) => database?.isReadOnly)
    .map(({ name }) => name);
  if (serviceNames.length === 0) return [];
  return [toFinding({ id: 'database-read-only', severity: 'error', about: 'Postgres' }, { serviceNames })];
};

/** All services share one server, so one finding says it. */
const connections: Rule = (facts) => {
  const full = listProcesses(facts)
    .map(({ process: { database } }) => ({
      usedCount: database?.connections ?? 0,
      mostCount: database?.maxConnections ?? Infinity,
    }))
    .find(({ usedCount, mostCount }) => usedCount >= mostCount * CONNECTIONS_SHARE);
  if (!full) return [];
  return [toFinding({ id: 'database-connections', severity: 'warning', about: 'Postgres' }, full)];
};

function redis(facts: SiteFacts): status.Finding[] {
  const all = listProcesses(facts).flatMap(({ name, process }) =>
    process.redis ? [{ name, redis: process.redis }] : [],
  );
  const of = { severity: 'warning', about: 'Redis' } as const;
  const findings: status.Finding[] = [];
  const away = all.filter((one) => one.redis.state === 'away');
  if (away.length > 0)
    findings.push(toFinding({ id: 'redis-away', ...of }, { serviceNames: away.map(({ name }) => name) }));
  const refused = all.filter((one) => one.redis.state === 'refused');
  if (refused.length > 0)
    findings.push(
      toFinding(
        { id: 'redis-refused', ...of },
        {
          serviceNames: refused.map(({ name }) => name),
          problem: refused[0]?.redis.problem ?? 'none',
        },
      ),
    );
  if (all.some((one) => !one.redis.isProtected))
    findings.push(toFinding({ id: 'redis-unprotected', ...of }, {}));
  const policy = all.map((one) => one.redis.evictionPolicy).find((each) => each && each !== 'noeviction');
  if (policy) findings.push(toFinding({ id: 'redis-evicts', ...of }, { policy }));
  return findings;
}

/** The search is catalog's; the databases of other services compare nothing by its letters. */
const letters: Rule = ({ catalog }) => {
  const without = catalog?.process.database?.withoutLetters;
  if (!without) return [];
  return [toFinding({ id: 'database-letters', severity: 'warning', about: 'catalog' }, without)];
};

export const serverRules: Rule[] = [databases, readOnly, connections, letters, redis];
