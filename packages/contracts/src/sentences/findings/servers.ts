import type { FindingSentences } from './finding-sentences.ts';

const REASON = '({problem, select, none{no reason given} other{{problem}}})';

export const SERVER_FINDINGS = {
  'database-away': {
    sentence: `The database of {name} does not answer ${REASON}; everything that needs it fails.`,
    remedy:
      'Check whether Postgres is running, and if not, why: logs/postgres.log in the data folder, or docker compose ps and docker compose logs postgres, or, if DATABASE_URL names the Postgres of Debian, systemctl status postgresql@* and /var/log/postgresql. A full disk is the most frequent cause.',
  },
  'database-refused': {
    sentence: `Postgres does not let {name} into its database ${REASON}.`,
    remedy:
      'Compare the user, the password and the name of the database in DATABASE_URL with those of Postgres. After a password was changed, restart the service.',
  },
  'database-connections': {
    sentence: 'Postgres has {usedCount} of at most {mostCount} connections; when they run out, calls fail.',
    remedy:
      'Raise max_connections of Postgres, or lower DATABASE_CONNECTIONS of the services. Each replica of a service has its own.',
  },
  'database-letters': {
    sentence:
      'The database {database} knows only English letters (its lc_ctype is C), so the search corrects no misspelt words in other scripts.',
    remedy: `With the Postgres that comes with npm start, the next start copies the database, or says why it cannot. With another one, stop the site and run: sudo -u postgres createdb --owner={owner} --template=template0 --encoding=UTF8 --lc-collate=C --lc-ctype=C.UTF-8 {database}_new && sudo -u postgres bash -o pipefail -c 'pg_dump {database} | psql -q -v ON_ERROR_STOP=1 {database}_new' && sudo -u postgres psql -c 'alter database "{database}" rename to "{database}_old"' -c 'alter database "{database}_new" rename to "{database}"'. Start the site; when all is well, sudo -u postgres dropdb {database}_old.`,
  },
  'migrations-pending': {
    sentence:
      '{changeCount, plural, one{The database of {name} lacks the change {changeNames} that this version needs.} other{The database of {name} lacks the changes {changeNames} that this version needs.}}',
    remedy:
      'Restart {name}, which makes the changes at its start. They are missing if an older backup was restored while it ran.',
  },
  'database-newer': {
    sentence: 'The database of {name} was changed by a newer version ({changeNames} unknown here).',
    remedy: 'Start that version, or restore a backup from before the update.',
  },
  'database-read-only': {
    sentence: 'Postgres lets {serviceNames} only read: nothing can be saved, so sign-ins and uploads fail.',
    remedy:
      'If somebody has set default_transaction_read_only, undo it in psql as the superuser of Postgres: alter system reset default_transaction_read_only, or alter database … reset default_transaction_read_only, then select pg_reload_conf(), and restart the services. If DATABASE_URL names a copy of the database (a standby), name the main server there.',
  },
  'database-locked': {
    sentence:
      'Another program has kept tables of {name} locked for {lockedSeconds} ({tableNames}); everything that uses them waits.',
    remedy:
      'Close that program ({program, select, none{without a name} other{{program}}}, process {pid} of Postgres), for example a psql that somebody left open. If it cannot be reached, end its session in another psql: select pg_terminate_backend({pid}).',
  },
  'tables-missing': {
    sentence:
      'The database of {name} lacks tables that this version needs ({tableNames}); everything that uses them fails.',
    remedy:
      'If somebody has renamed or moved a table, undo that (alter table … rename to …). If one was deleted, or a backup was restored only in part, restore a backup.',
  },
  'redis-away': {
    sentence:
      '{serviceNames} cannot reach Redis. The site works without it, but limits are not shared and workers start later.',
    remedy:
      'Check whether Redis is running: logs/redis.log in the data folder, docker compose logs redis, or, if REDIS_URL names the Redis of Debian, systemctl status redis-server and /var/log/redis.',
  },
  'redis-refused': {
    sentence: `Redis does not accept the user or the password of {serviceNames} ${REASON}. The site works without it, but limits are not shared and workers start later.`,
    remedy: 'Correct the user and the password in REDIS_URL, then restart the service.',
  },
  'redis-unprotected': {
    sentence:
      'Redis is on another machine or container and has no password: anybody who reaches its port can change what it stores.',
    remedy: 'Set a password in Redis and in REDIS_URL: redis://user:password@host:6379.',
  },
  'redis-evicts': {
    sentence:
      'Redis may delete entries when its memory is full (maxmemory-policy is {policy}), including those of the queue.',
    remedy: 'Set maxmemory-policy noeviction in the configuration of Redis.',
  },
} as const satisfies FindingSentences;
