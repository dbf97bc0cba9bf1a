import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { freePort } from '@larksong/local';

/**
 * Starts nginx on a free port, with the files of a folder or as a proxy that keeps nothing. It logs each response, like the
 * gateway.
 */
export async function startNginx(
  folder: string,
  served: { root: string } | { upstream: string },
): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const place = await mkdtemp(join(folder, 'nginx-'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${place}/${name};`,
  );
  const config = `
    daemon off; worker_processes auto; pid ${place}/pid; error_log ${place}/error.log;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 2048; }
    http {
      access_log ${place}/access.log; sendfile on; tcp_nopush on; keepalive_requests 1000000; ${temporary.join(' ')}
      ${'root' in served ? toFiles(port, served.root) : toProxy(port, served.upstream)}
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

function toFiles(port: number, root: string): string {
  return `server { listen 127.0.0.1:${port}; root ${root}; }`;
}

function toProxy(port: number, upstream: string): string {
  const { host } = new URL(upstream);
  return `
    upstream origin { server ${host}; keepalive 64; }
    server {
      listen 127.0.0.1:${port};
      location / {
        proxy_pass http://origin; proxy_set_header Host ${host};
        proxy_http_version 1.1; proxy_set_header Connection "";
        proxy_buffers 16 128k; proxy_buffer_size 128k; proxy_busy_buffers_size 512k; proxy_max_temp_file_size 0;
      }
    }`;
}
