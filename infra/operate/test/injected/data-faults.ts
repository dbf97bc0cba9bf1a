import { execFileSync } from 'node:child_process';

import { asUser, AS_STRANGER, inCopy, STRANGER, type InjectedFault } from './fault.ts';

/** Faults of the data folder of a stopped site: other owners, missing, damaged and half-copied files. */
export const dataFaults: InjectedFault[] = [
  {
    name: "the database's folder belongs to root",
    id: 'database-broken',
    says: /postgres may not be read by this user \(EACCES\)/,
    advises: /chown -R/,
    inject: asUser('chown root postgres; chmod 700 postgres'),
  },
  {
    name: 'the data folder belongs to root',
    id: 'data-folder-foreign',
    says: /belongs to another user/,
    advises: /chown -R/,
    inject: asUser('chown 0:0 .; chmod 710 .'),
  },
  {
    name: 'the data folder and everything in it belongs to root',
    id: 'data-folder-foreign',
    says: /belongs to another user/,
    advises: /chown -R/,
    inject: asUser('chown -R 0:0 .; chmod 710 .'),
  },
  {
    name: 'storage belongs to root',
    id: 'storage-denied',
    says: /EACCES/,
    advises: /chown|owner|user/,
    inject: asUser('chown -R root storage; chmod -R go-rwx storage'),
  },
  {
    name: 'the folder of log files belongs to root',
    id: 'data-folder-unusable',
    says: /logs.*\(EACCES\)/,
    advises: /Give the folder back|chown/,
    inject: asUser('chown -R root logs; chmod -R go-rwx logs'),
  },
  {
    name: 'the folder of Redis belongs to root',
    id: 'data-folder-unusable',
    says: /redis.*\(EACCES\)/,
    advises: /Give the folder back|chown/,
    inject: asUser('mkdir -p redis; chown -R root redis; chmod -R go-rwx redis'),
  },
  {
    name: 'the working folder belongs to root',
    id: 'data-folder-unusable',
    says: /work.*\(EACCES\)/,
    advises: /Give the folder back|chown/,
    inject: asUser('mkdir -p work; chown -R root work; chmod -R go-rwx work'),
  },
  {
    name: 'secrets.json belongs to root',
    id: 'data-folder-foreign',
    says: /secrets\.json.*another user/,
    advises: /chown/,
    inject: asUser('chown root secrets.json'),
  },
  {
    name: 'the folder of the nightly backups belongs to root',
    id: 'backup-place-unusable',
    says: /backups cannot be used: .*no access/,
    advises: /backup/i,
    inject: asUser('mkdir -p backups; chown root backups; chmod 700 backups', { BACKUP_HOUR: '3' }),
  },
  {
    name: 'secrets.json can be read by everybody',
    id: 'secrets-readable',
    says: /Other users .*secrets\.json/,
    advises: /chmod 600/,
    inject: inCopy('chmod 644 secrets.json'),
  },
  {
    name: 'secrets.json is missing',
    id: 'secrets-missing',
    says: /secrets\.json is missing/,
    advises: /restore/,
    inject: inCopy('rm secrets.json'),
  },
  {
    name: 'secrets.json is cut off',
    id: 'secrets-missing',
    says: /secrets\.json.*damaged/,
    advises: /restore/,
    inject: inCopy('truncate -s 100 secrets.json'),
  },
  {
    name: 'pg_control is missing',
    id: 'database-broken',
    says: /incomplete: global\/pg_control is missing/,
    advises: /copy it again|restore/,
    inject: inCopy('rm postgres/global/pg_control'),
  },
  {
    name: 'the folder of the database is missing',
    id: 'database-broken',
    says: /database of the site is not in/,
    advises: /Put it back/,
    inject: inCopy('rm -r postgres'),
  },
  {
    name: 'the write-ahead log is missing',
    id: 'database-broken',
    says: /pg_wal|checkpoint record/,
    advises: /restore a backup/,
    inject: inCopy('rm -r postgres/pg_wal/*'),
  },
  {
    name: 'half of the files of a database are missing',
    id: 'database-broken',
    says: /database of \w+|file/,
    advises: /restore a backup/,
    inject: inCopy(`
      largest=$(ls postgres/base | sort -n | tail -1)
      ls postgres/base/$largest | grep -E '^[0-9]+$' | awk '$1 > 16384' | awk 'NR % 2' | while read file; do rm postgres/base/$largest/$file; done`),
  },
  {
    name: "Postgres' configuration is missing",
    id: 'database-broken',
    says: /postgresql\.conf/,
    advises: /restore|copy/,
    inject: inCopy('rm postgres/postgresql.conf'),
  },
  {
    name: 'the storage folder is missing',
    id: 'storage-away',
    says: /files of this site are not in/,
    advises: /mount/,
    inject: inCopy('mv storage elsewhere'),
  },
  {
    name: 'the storage folder is empty, as a disk that is not mounted',
    id: 'storage-away',
    says: /files of this site are not in/,
    advises: /mount/,
    inject: inCopy('mv storage elsewhere; mkdir -m 700 storage'),
  },
  {
    name: 'the chosen folder of files is on a disk that is not mounted',
    id: 'storage-away',
    says: /not in \/media\/no-such-disk/,
    advises: /mount/,
    inject: inCopy(`echo '{"isSetUp":true,"storageFolder":"/media/no-such-disk/songs"}' > settings.json`),
  },
  {
    name: 'version.json is missing',
    id: 'data-folder-unusable',
    says: /version\.json is missing/,
    advises: /Put it back/,
    inject: inCopy('rm version.json'),
  },
  {
    name: 'data of a newer version',
    id: 'data-folder-newer',
    says: /newer Larksong/,
    advises: /Update Larksong/,
    inject: inCopy(`echo '{"version":99}' > version.json`),
  },
  {
    name: 'settings.json is damaged',
    id: 'data-folder-unusable',
    says: /settings\.json.*damaged/,
    advises: /restore|files are damaged/,
    inject: inCopy(`printf '{"isSetUp":' > settings.json`),
  },
  {
    name: 'superadmin.json is damaged',
    id: 'data-folder-unusable',
    says: /superadmin\.json.*damaged/,
    advises: /restore|files are damaged|Remove/,
    inject: inCopy(`printf '{"email":' > superadmin.json`),
  },
  {
    name: 'given-servers.json is damaged',
    id: 'data-folder-unusable',
    says: /given-servers\.json.*damaged/,
    advises: /restore|files are damaged|Remove/,
    inject: inCopy(`printf '{' > given-servers.json`),
  },
  {
    name: 'DATA_DIR is a file',
    id: 'data-folder-unusable',
    says: /not a folder/,
    advises: /DATA_DIR/,
    async inject({ folder }) {
      execFileSync('touch', [`${folder}/data`]);
      return { settings: { DATA_DIR: `${folder}/data` } };
    },
  },
  {
    name: 'DATA_DIR is a link to a disk that is not mounted',
    id: 'data-folder-unusable',
    says: /link to .*no-such-disk/,
    advises: /mount/,
    async inject({ folder }) {
      execFileSync('ln', ['-s', '/media/no-such-disk/data', `${folder}/data`]);
      return { settings: { DATA_DIR: `${folder}/data` } };
    },
  },
  {
    name: 'a misspelt DATA_DIR',
    id: 'no-site',
    says: /There is no site in/,
    advises: /DATA_DIR/,
    async inject({ folder }) {
      return { settings: { DATA_DIR: `${folder}/dtaa` } };
    },
  },
  {
    name: 'files that are newer than the clock',
    id: 'clock-wrong',
    says: /clock.*behind|past/,
    advises: /timedatectl/,
    inject: inCopy(`touch -d '+3 days' postgres/global/pg_control`),
  },
  {
    name: 'a backup folder of another user',
    id: 'backup-place-unusable',
    says: /backups cannot be used: .*no access/,
    advises: /BACKUP_FOLDER/,
    async inject({ folder, site }) {
      execFileSync('sh', [
        '-ec',
        'mkdir -m 700 "$1/backups"; cp -a "$2" "$1/data"; chown -R "$3:$3" "$1/data"',
        'sh',
        folder,
        site.dataDir,
        String(STRANGER),
      ]);
      return {
        settings: { DATA_DIR: `${folder}/data`, BACKUP_FOLDER: `${folder}/backups` },
        before: AS_STRANGER,
      };
    },
  },
];
