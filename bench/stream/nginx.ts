import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { freePort } from '@larksong/local';

/** Starts nginx, which sends the files of a folder with sendfile, on a free port. */
export async function startNginx(
  folder: string,
  root: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const place = join(folder, 'nginx');
  await mkdir(place, { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${place}/${name};`,
  );
  const config = `
    daemon off; worker_processes auto; pid ${place}/pid; error_log ${place}/error.log;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 2048; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; ${temporary.join(' ')}
      server { listen 127.0.0.1:${port}; root ${root}; }
    }`;
  await writeFile(join(place, 'nginx.conf'), config);
  const nginx = spawn('nginx', ['-p', place, '-c', join(place, 'nginx.conf')], { stdio: 'inherit' });
  const ended = new Promise<void>((resolve, reject) => {
    nginx.once('exit', () => resolve()).once('error', reject);
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined))) {
    if (nginx.exitCode !== null) throw new Error('nginx did not start');
    await delay(50);
  }
  return {
    url,
    stop() {
      nginx.kill('SIGTERM');
      return ended;
    },
  };
}
