import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { createContainers, hasDocker, type Containers } from '../support/containers.ts';

const run = promisify(execFile);
const FILM = join(dirname(dirname(import.meta.dirname)), 'services/game/starter-pack/demo.mp4');
const BUILD_MS = 30 * 60_000;
const COMPLETE = { timeout: 1_200_000, interval: 2000 };
const WORKERS = 4;

const PORTS = {
  postgres: 5432,
  redis: 6379,
  minio: 9000,
  auth: 8081,
  catalog: 8082,
  game: 8083,
  transcoder: 8084,
  gateway: 8080,
};
/** As in docs/architecture.md: the servers that each service reaches, and whether its networks have a route outside. */
const REACH: Record<string, string[]> = {
  auth: ['postgres', 'redis', 'catalog', 'game', 'gateway', 'outside'],
  catalog: ['postgres', 'redis', 'minio', 'auth', 'game', 'transcoder', 'gateway'],
  game: ['postgres', 'redis', 'minio', 'auth', 'catalog', 'transcoder', 'gateway'],
  transcoder: ['redis', 'minio', 'catalog', 'game'],
  gateway: ['redis', 'minio', 'auth', 'catalog', 'game'],
};

/** As there: the topmost folders in which the user of each service may write. */
const WRITES: Record<string, string[]> = {
  auth: ['/tmp'],
  catalog: ['/tmp'],
  game: ['/tmp'],
  gateway: ['/tmp'],
  transcoder: ['/home/node', '/run/lock', '/tmp', '/var/tmp'],
};

const isThere = await hasDocker();
if (!isThere) console.log('No Docker engine answers here: the containers are not tested.');

describe.runIf(isThere)('the site in containers', () => {
  let site: Containers;
  let videoId: string;

  beforeAll(async () => {
    site = await createContainers();
    await site.compose('build', ...Object.keys(REACH));
    await site.compose('up', '--detach', '--wait', '--scale', `transcoder=${WORKERS}`);
  }, BUILD_MS);

  afterAll(() => site.remove());

  async function token(): Promise<string> {
    const { SUPERADMIN_EMAIL: email, SUPERADMIN_PASSWORD: password } = site.settings;
    const answer = await fetch(`${site.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    return ((await answer.json()) as { data: { accessToken: string } }).data.accessToken; // the envelope
  }

  async function statusOf(id: string): Promise<string> {
    const answer = await fetch(`${site.url}/api/videos/${id}`, {
      headers: { authorization: `Bearer ${await token()}` },
    });
    return ((await answer.json()) as { data: { video: { status: string } } }).data.video.status; // the envelope
  }

  async function upload(title: string): Promise<string> {
    const form = new FormData();
    form.append('title', title);
    form.append('video', new Blob([await readFile(FILM)], { type: 'video/mp4' }), 'demo.mp4');
    const headers = { authorization: `Bearer ${await token()}` };
    const answer = await fetch(`${site.url}/api/admin/videos/upload`, {
      method: 'POST',
      headers,
      body: form,
    });
    return ((await answer.json()) as { data: { video: { id: string } } }).data.video.id; // the envelope
  }

  it('containers complete a video with ffmpeg in its sandbox', async () => {
    videoId = await upload('In containers');
    await vi.waitFor(async () => expect(await statusOf(videoId)).toBe('completed'), COMPLETE);
    const logs = await site.compose('logs', '--no-color', 'transcoder');
    expect(logs).toContain('"bubblewrap":true');
    expect(await site.compose('logs', '--no-color')).not.toMatch(/NOPERM|AccessDenied|permission denied/);
  });

  it('a video is completed although one of four workers is killed while it encodes', async () => {
    const workers = (await site.inspect()).filter(({ service }) => service === 'transcoder');
    expect(workers).toHaveLength(WORKERS);
    const isEncoding = async (id: string) =>
      (
        await run('docker', ['exec', id, 'bash', '-c', "cat /proc/[0-9]*/cmdline | tr '\\0' ' '"])
      ).stdout.includes('libx264');
    const id = await upload('With a killed worker');
    const killed = await vi.waitFor(
      async () => {
        const isBusy = await Promise.all(workers.map((worker) => isEncoding(worker.id)));
        const worker = workers[isBusy.indexOf(true)];
        if (worker === undefined) throw new Error('no worker encodes');
        return worker.id;
      },
      { ...COMPLETE, interval: 50 },
    );
    await run('docker', ['kill', killed]);
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('completed'), COMPLETE);
    await run('docker', ['start', killed]); // Docker takes the kill for a wish, and would leave it so
  });

  it.each(Object.entries(WRITES))(
    'in the container of %s, its user may write only where docs/architecture.md says',
    async (name, allowed) => {
      const places = await site.exec(
        name,
        `find / \\( -path /proc -o -path /sys -o -path /dev \\) -prune -o -type d -writable -print -prune 2>/dev/null`,
      );
      expect(places.trim().split('\n').filter(Boolean).toSorted()).toEqual(allowed.toSorted());
    },
  );

  it.each(Object.entries(REACH))(
    'the container of %s reaches exactly the servers and services that it needs',
    async (name, allowed) => {
      const containers = await site.inspect();
      const probes = Object.entries(PORTS)
        .filter(([target]) => target !== name)
        .flatMap(([target, port]) =>
          containers
            .filter(({ service }) => service === target)
            .flatMap(({ addresses }) => addresses.map((address) => ({ target, address, port }))),
        );
      const script = probes.map(
        ({ target, address, port }) =>
          `timeout 2 bash -c 'exec 3<>/dev/tcp/${address}/${port}' 2>/dev/null && echo ${target} &`,
      );
      const route = `grep -qP '^\\S+\\t00000000\\t' /proc/net/route && echo outside`;
      const reached = await site.exec(name, `${script.join('\n')}\nwait\n${route}`);
      expect([...new Set(reached.trim().split('\n'))].toSorted()).toEqual(allowed.toSorted());
    },
  );

  it('each service’s role owns its own database and may not connect to another one', async () => {
    // Not 127.0.0.1, for which Postgres' image requires no password.
    const query = (role: string, database: string, sql: string) => {
      const password = site.settings[`${role.toUpperCase()}_SERVICE_PASSWORD`];
      return site.exec(
        'postgres',
        `psql -Atc "${sql}" postgres://${role}:${password}@$(hostname -i)/${database}`,
      );
    };
    for (const role of ['auth', 'catalog', 'game']) {
      const mine =
        "select count(*) > 0, bool_and(tableowner = current_user) from pg_tables where schemaname = 'public'";
      expect(await query(role, role, mine)).toBe('t|t\n');
      const rights =
        'select rolsuper or rolcreatedb or rolcreaterole or rolreplication from pg_roles where rolname = current_user';
      expect(await query(role, role, rights)).toBe('f\n');
      for (const other of ['auth', 'catalog', 'game', 'larksong', 'postgres', 'template1'])
        if (other !== role)
          expect(await query(role, other, 'select 1')).toContain('permission denied for database');
    }
    const guess = 'psql -Atc "select 1" postgres://larksong:guess@$(hostname -i)/larksong';
    expect(await site.exec('postgres', guess)).toContain('password authentication failed');
  });

  it('tables owned by the superuser, as in older installations, move to the role of their service', async () => {
    const make = `psql -U larksong -d game -c "create table old (id serial primary key); create type mood as enum ('glad')"`;
    await site.exec(
      'postgres',
      `${make} && psql -U larksong -c "alter database game owner to larksong" && rm /tmp/has-roles && sh /larksong/ready.sh`,
    );
    const owners = `select tableowner from pg_tables where tablename = 'old' union all select pg_get_userbyid(typowner) from pg_type where typname = 'mood' union all select pg_get_userbyid(datdba) from pg_database where datname = 'game' union all select sequenceowner from pg_sequences where sequencename = 'old_id_seq'`;
    expect(await site.exec('postgres', `psql -U larksong -d game -Atc "${owners}"`)).toBe('game\n'.repeat(4));
    await site.exec('postgres', 'psql -U larksong -d game -c "drop table old; drop type mood"');
  });

  it('a service may use only its own keys in Redis', async () => {
    const redis = async (user: string, command: string) => {
      const password = site.settings[`${user.toUpperCase()}_SERVICE_PASSWORD`] ?? 'none';
      return (
        await site.exec(
          'redis',
          `REDISCLI_AUTH=${password} redis-cli --no-auth-warning --user ${user} ${command}`,
        )
      ).trim();
    };
    expect(await redis('default', 'ping')).toMatch(/WRONGPASS|NOAUTH/);
    expect(await redis('auth', 'set auth:check 1')).toBe('OK');
    expect(await redis('catalog', 'get auth:check')).toContain('NOPERM');
    expect(await redis('gateway', 'set bull:transcode-heavy:id 1')).toContain('NOPERM');
    for (const command of ['flushall', 'config get dir', 'keys "*"', 'acl list', 'shutdown'])
      expect(await redis('transcoder', command)).toContain('NOPERM');
  });

  it('a storage key may read and write only the objects that its service needs', async () => {
    const mc = (key: string, command: string) => {
      const secret = site.settings[`${key.toUpperCase()}_SERVICE_PASSWORD`];
      return site.exec(
        'minio',
        `export MC_CONFIG_DIR=/tmp/check MC_HOST_as=http://${key}:${secret}@127.0.0.1:9000; ${command}`,
      );
    };
    const source = `as/larksong/videos/${videoId}/source`;
    const denied = /Access Denied|Insufficient permissions/;
    expect(await mc('catalog', `mc stat ${source}`)).toContain('Size');
    expect(await mc('transcoder', `mc stat ${source}`)).toContain('Size');
    expect(await mc('game', `mc cat ${source}`)).toMatch(denied);
    expect(await mc('transcoder', `echo x | mc pipe ${source}`)).toMatch(denied);
    expect(await mc('transcoder', `mc rm ${source}`)).toMatch(denied);
    expect(await mc('catalog', 'echo x | mc pipe as/larksong/game/x')).toMatch(denied);
    expect(await mc('gateway', `mc cat ${source}`)).toMatch(denied);
    expect(await mc('gateway', 'mc cat as/larksong/game/x')).toMatch(denied);
    expect(await mc('gateway', `echo x | mc pipe as/larksong/videos/${videoId}/x`)).toMatch(denied);
    for (const key of ['catalog', 'game', 'transcoder', 'gateway'])
      expect(await mc(key, 'mc admin info as')).toMatch(denied);
  });

  it.each(['auth', 'gateway', 'transcoder'])(
    'the container of %s is restarted when it hangs',
    async (name) => {
      const restarts = async () =>
        Math.max(
          ...(await site.inspect())
            .filter(({ service }) => service === name)
            .map((container) => container.restarts),
        );
      const before = await restarts();
      const isNode = '"node services/"*';
      await site.exec(
        name,
        `for p in /proc/[0-9]*; do case "$(tr '\\0' ' ' < $p/cmdline)" in ${isNode}) kill -STOP \${p#/proc/};; esac; done`,
      );
      const stoppedAt = performance.now();
      await vi.waitFor(async () => expect(await restarts()).toBe(before + 1), {
        timeout: 300_000,
        interval: 500,
      });
      console.log(`${name}: killed ${Math.round((performance.now() - stoppedAt) / 1000)} s after it froze`);
      await vi.waitFor(async () => expect((await fetch(`${site.url}/api/videos`)).status).toBe(200), {
        timeout: 300_000,
        interval: 500,
      });
    },
  );

  it('the data survives when every container is recreated', async () => {
    await site.compose('up', '--detach', '--wait', '--force-recreate', '--scale', `transcoder=${WORKERS}`);
    expect(await statusOf(videoId)).toBe('completed');
    // Redis logs if it rejects its own file.
    expect(await site.compose('logs', '--no-color', 'redis')).not.toMatch(/CRITICAL|NOPERM/);
  });

  it('the site works with new passwords of all servers and services, and the old ones are refused', async () => {
    const isPassword = (name: string) =>
      /_SERVICE_PASSWORD$|^POSTGRES_PASSWORD$|^S3_|^INTERNAL_TOKEN$/.test(name);
    const old = { ...site.settings };
    const names = Object.keys(old).filter(isPassword);
    expect(names).toHaveLength(9);
    await site.change(Object.fromEntries(names.map((name) => [name, randomBytes(16).toString('hex')])));
    // As in docs/operations/secrets.md.
    const superuser = `alter user larksong password '${site.settings['POSTGRES_PASSWORD']}'`;
    await site.exec('postgres', `psql -U larksong -c "${superuser}"`);
    await site.compose('up', '--detach', '--wait', '--force-recreate', '--scale', `transcoder=${WORKERS}`);
    expect(await statusOf(videoId)).toBe('completed');
    const id = await upload('With new passwords');
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('completed'), COMPLETE);
    const query = (user: string, password: string | undefined) =>
      site.exec('postgres', `psql -Atc "select 1" postgres://${user}:${password}@$(hostname -i)/${user}`);
    const ping = (password: string | undefined) =>
      site.exec('redis', `REDISCLI_AUTH=${password} redis-cli --no-auth-warning --user catalog ping`);
    const list = (user: string | undefined, password: string | undefined) =>
      site.exec(
        'minio',
        `export MC_CONFIG_DIR=/tmp/check MC_HOST_as=http://${user}:${password}@127.0.0.1:9000; mc stat as/larksong/videos/${id}/source`,
      );
    const signIns = async (settings: Record<string, string>) => [
      await query('larksong', settings['POSTGRES_PASSWORD']),
      await query('catalog', settings['CATALOG_SERVICE_PASSWORD']),
      await ping(settings['CATALOG_SERVICE_PASSWORD']),
      await list('catalog', settings['CATALOG_SERVICE_PASSWORD']),
      await list(settings['S3_ACCESS_KEY'], settings['S3_SECRET_KEY']),
    ];
    const has = (text: string): unknown => expect.stringContaining(text);
    expect(await signIns(site.settings)).toEqual(['1\n', '1\n', has('PONG'), has('Size'), has('Size')]);
    const refused = has('password authentication failed');
    const hidden: unknown = expect.not.stringContaining('Size');
    expect(await signIns(old)).toEqual([refused, refused, has('WRONGPASS'), hidden, hidden]);
  });
});
