import type { status } from '@larksong/contracts';

import { joinNames, listProcesses, type Rule, type SiteFacts } from './facts.ts';

const CONNECTIONS_SHARE = 0.8;

const databases: Rule = (facts) =>
  listProcesses(facts).flatMap(({ name, process: { database } }): status.Finding[] => {
    if (!database) return [];
    if (database.state === 'away')
      return [
        {
          id: 'database-away',
          severity: 'error',
          about: name,
          sentence: `The database of ${name} does not answer (${database.problem ?? 'no reason given'}); everything that needs it fails.`,
          remedy:
            'Check whether Postgres is running, and if not, why: logs/postgres.log in the data folder, or docker compose ps and docker compose logs postgres, or, if DATABASE_URL names the Postgres of Debian, systemctl status postgresql@* and /var/log/postgresql. A full disk is the most frequent cause.',
        },
      ];
    if (database.state === 'refused')
      return [
        {
          id: 'database-refused',
          severity: 'error',
          about: name,
          sentence: `Postgres does not let ${name} into its database (${database.problem ?? 'no reason given'}).`,
          remedy:
            'Compare the user, the password and the name of the database in DATABASE_URL with those of Postgres. After a password was changed, restart the service.',
        },
      ];
    return migrationFindings(name, database);
  });

function migrationFindings(name: string, database: status.DatabaseStatus): status.Finding[] {
  const { pendingMigrations: pending, unknownMigrations: unknown } = database;
  const findings: status.Finding[] = [];
  if (pending.length > 0)
    findings.push({
      id: 'migrations-pending',
      severity: 'error',
      about: name,
      sentence: `The database of ${name} lacks the change${pending.length === 1 ? '' : 's'} ${joinNames(pending)} that this version needs.`,
      remedy: `Restart ${name}, which makes the changes at its start. They are missing if an older backup was restored while it ran.`,
    });
  if (unknown.length > 0)
    findings.push({
      id: 'database-newer',
      severity: 'error',
      about: name,
      sentence: `The database of ${name} was changed by a newer version (${joinNames(unknown)} unknown here).`,
      remedy: 'Start that version, or restore a backup from before the update.',
    });
  return findings;
}

/** All services share one server, so one finding says it. */
const connections: Rule = (facts) => {
  const full = listProcesses(facts)
    .flatMap(({ process: { database } }) => (database ? [database] : []))
    .find(
      ({ connections: used, maxConnections: most }) =>
        used !== null && most !== null && used >= most * CONNECTIONS_SHARE,
    );
  if (!full) return [];
  return [
    {
      id: 'database-connections',
      severity: 'warning',
      about: 'Postgres',
      sentence: `Postgres has ${full.connections} of at most ${full.maxConnections} connections; when they run out, calls fail.`,
      remedy:
        'Raise max_connections of Postgres, or lower DATABASE_CONNECTIONS of the services. Each replica of a service has its own.',
    },
  ];
};

function redis(facts: SiteFacts): status.Finding[] {
  const all = listProcesses(facts).flatMap(({ name, process }) =>
    process.redis ? [{ name, redis: process.redis }] : [],
  );
  const away = all.filter((one) => one.redis.state === 'away').map(({ name }) => name);
  const refused = all.filter((one) => one.redis.state === 'refused');
  const open = all.filter((one) => !one.redis.isProtected).map(({ name }) => name);
  const evicting = all.find(
    ({ redis: { evictionPolicy } }) => evictionPolicy && evictionPolicy !== 'noeviction',
  );
  const findings: status.Finding[] = [];
  if (away.length > 0)
    findings.push({
      id: 'redis-away',
      severity: 'warning',
      about: 'Redis',
      sentence: `${joinNames(away)} cannot reach Redis. The site works without it, but limits are not shared and workers start later.`,
      remedy:
        'Check whether Redis is running: logs/redis.log in the data folder, docker compose logs redis, or, if REDIS_URL names the Redis of Debian, systemctl status redis-server and /var/log/redis.',
    });
  if (refused.length > 0)
    findings.push({
      id: 'redis-refused',
      severity: 'warning',
      about: 'Redis',
      sentence: `Redis does not accept the user or the password of ${joinNames(refused.map(({ name }) => name))} (${refused[0]?.redis.problem ?? 'no reason given'}). The site works without it, but limits are not shared and workers start later.`,
      remedy: 'Correct the user and the password in REDIS_URL, then restart the service.',
    });
  if (open.length > 0)
    findings.push({
      id: 'redis-unprotected',
      severity: 'warning',
      about: 'Redis',
      sentence:
        'Redis is on another machine or container and has no password: anybody who reaches its port can change what it stores.',
      remedy: 'Set a password in Redis and in REDIS_URL: redis://user:password@host:6379.',
    });
  if (evicting)
    findings.push({
      id: 'redis-evicts',
      severity: 'warning',
      about: 'Redis',
      sentence: `Redis may delete entries when its memory is full (maxmemory-policy is ${evicting.redis.evictionPolicy}), including those of the queue.`,
      remedy: 'Set maxmemory-policy noeviction in the configuration of Redis.',
    });
  return findings;
}

/** The search is catalog's; the databases of other services compare nothing by its letters. */
const letters: Rule = ({ catalog }) => {
  const without = catalog?.process.database?.withoutLetters;
  if (!without) return [];
  const { database, owner } = without;
  return [
    {
      id: 'database-letters',
      severity: 'warning',
      about: 'catalog',
      sentence: `The database ${database} knows only English letters (its lc_ctype is C), so the search corrects no misspelt words in other scripts.`,
      remedy: `With the Postgres that comes with npm start, the next start copies the database, or says why it cannot. With another one, stop the site and run: sudo -u postgres createdb --owner=${owner} --template=template0 --encoding=UTF8 --lc-collate=C --lc-ctype=C.UTF-8 ${database}_new && sudo -u postgres bash -o pipefail -c 'pg_dump ${database} | psql -q -v ON_ERROR_STOP=1 ${database}_new' && sudo -u postgres psql -c 'alter database "${database}" rename to "${database}_old"' -c 'alter database "${database}_new" rename to "${database}"'. Start the site; when all is well, sudo -u postgres dropdb ${database}_old.`,
    },
  ];
};

export const serverRules: Rule[] = [databases, connections, letters, redis];
