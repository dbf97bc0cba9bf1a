import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { asUser, AS_STRANGER, withShell, type InjectedFault } from './fault.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

/** Of openssl ca, which alone makes certificates of the past. */
const AUTHORITY = `[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
serial = serial
default_md = sha256
policy = any
[any]
commonName = supplied
`;

/** Returns a fault of a site at https://songs.example, whose server has a certificate with this name and time. */
function withCertificate(name: string, from: string, until: string): InjectedFault['inject'] {
  return async ({ folder }) => {
    const [key, cert, hosts] = [`${folder}/key.pem`, `${folder}/cert.pem`, `${folder}/hosts`];
    const quiet = { cwd: folder, stdio: 'ignore' } as const;
    const request = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-subj', `/CN=${name}`];
    execFileSync('openssl', ['req', ...request, '-out', 'request.pem'], quiet);
    writeFileSync(`${folder}/ca.cnf`, AUTHORITY);
    writeFileSync(`${folder}/index.txt`, '');
    writeFileSync(`${folder}/serial`, '01\n');
    const times = ['-startdate', from, '-enddate', until];
    const files = ['-config', 'ca.cnf', '-keyfile', key, '-in', 'request.pem', '-out', cert];
    execFileSync('openssl', ['ca', '-batch', '-selfsign', '-notext', ...files, ...times], quiet);
    writeFileSync(hosts, '127.0.0.1 localhost songs.example\n');
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => {
      response.end('{"status":"alive"}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // of a TCP server
    return {
      settings: { PUBLIC_URL: `https://songs.example:${port}` },
      before: `mount --bind ${hosts} /etc/hosts`,
      repair: () => void server.close(),
    };
  };
}

/** Hides a program behind an empty file. */
const hide = (program: string) => withShell(`mount --bind /dev/null "$(command -v ${program})"`);

/** Faults of the machine, each made for this run of doctor alone. */
export const machineFaults: InjectedFault[] = [
  {
    name: 'an ffmpeg that does nothing',
    id: 'ffmpeg-unusable',
    says: /Videos cannot be prepared/,
    advises: /ffmpeg/,
    inject: async () => ({ settings: { FFMPEG_PATH: '/bin/false' } }),
  },
  {
    name: 'no ffprobe',
    id: 'ffmpeg-unusable',
    says: /ffprobe/,
    advises: /FFPROBE_PATH/,
    inject: hide('ffprobe'),
  },
  {
    name: 'too few file handles',
    id: 'limit-low',
    says: /open (at most )?\d+ files/,
    advises: /ulimit -n|LimitNOFILE/,
    inject: withShell('ulimit -n 300'),
  },
  {
    name: 'a limit on the size of files',
    id: 'limit-low',
    says: /larger than/,
    advises: /ulimit -f|LimitFSIZE/,
    inject: withShell('ulimit -f 40000'),
  },
  {
    name: 'too few processes',
    id: 'limit-low',
    says: /\d+ processes/,
    advises: /ulimit -u|LimitNPROC/,
    async inject(around) {
      const run = await asUser(':')(around);
      return { ...run, before: `${AS_STRANGER} && set -- prlimit --nproc=100:100 "$@"` };
    },
  },
  {
    name: 'an old kernel',
    id: 'system-too-old',
    says: /Linux 2\.6/,
    advises: /Update|newer/,
    inject: withShell('set -- setarch --uname-2.6 "$@"'),
  },
  {
    name: 'no loopback address of IPv4',
    id: 'loopback-missing',
    says: /127\.0\.0\.1/,
    advises: /ip link set lo up|loopback/,
    also: ['setting-invalid', 'database-broken'],
    inject: withShell('set -- unshare -n "$@"'),
  },
  {
    name: 'an address of IPv6 on a machine without it',
    id: 'setting-invalid',
    says: /HOST=2001:db8::1 is not an address of this machine/,
    advises: /HOST/,
    inject: async () => ({ settings: { HOST: '2001:db8::1' } }),
  },
  {
    name: 'no room in /dev/shm',
    id: 'database-broken',
    says: /shared memory/,
    advises: /\/dev\/shm/,
    inject: withShell('mount -t tmpfs -o size=4k tmpfs /dev/shm'),
  },
  {
    name: 'programs may not be run from the folder of Larksong',
    id: 'database-broken',
    says: /EACCES|may not be run/,
    advises: /noexec/,
    inject: withShell(
      `mount --bind ${ROOT}/node_modules ${ROOT}/node_modules && mount -o remount,bind,noexec ${ROOT}/node_modules`,
    ),
  },
  {
    name: 'a certificate that has ended',
    id: 'certificate-invalid',
    says: /ended on 2021/,
    advises: /Renew it/,
    inject: withCertificate('songs.example', '20200101000000Z', '20210101000000Z'),
  },
  {
    name: 'a certificate of another name',
    id: 'certificate-invalid',
    says: /for other\.example.*songs\.example/,
    advises: /name must resolve/,
    inject: withCertificate('other.example', '20200101000000Z', '20990101000000Z'),
  },
];
