import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Load {
  url: string;
  connections: number;
  seconds: number;
  headers?: Record<string, string>;
  /** A Lua script that chooses each request. */
  script?: string;
}

export interface Served {
  bytesPerSecond: number;
  requestsPerSecond: number;
  p99Ms: number;
  /** Responses other than 2xx and 3xx, and broken connections. */
  failures: number;
}

const UNITS = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 } as const;
const MILLISECONDS = { us: 0.001, ms: 1, s: 1000, m: 60_000 } as const;

/** Loads an address with wrk, one thread, and returns its figures. */
export async function load({ url, connections, seconds, headers = {}, script }: Load): Promise<Served> {
  const { stdout } = await run('wrk', [
    ...['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '10s', '--latency'],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(script === undefined ? [] : ['-s', script]),
    url,
  ]);
  const [, size, unit = ''] = /Transfer\/sec:\s+([\d.]+)([KMG]?)B/.exec(stdout) ?? [];
  const [, p99, time = 'ms'] = /99%\s+([\d.]+)(us|ms|s|m)/.exec(stdout) ?? [];
  const [, connect, read, write, timeout] =
    /connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout) ?? [];
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1];
  return {
    bytesPerSecond: Number(size) * UNITS[unit as keyof typeof UNITS], // the pattern lists the units
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99Ms: Number(p99) * MILLISECONDS[time as keyof typeof MILLISECONDS], // the pattern lists the units
    failures: [connect, read, write, timeout, refused].reduce((sum, count) => sum + Number(count ?? 0), 0),
  };
}

/** Writes a script that requests these addresses of one server in turn. Returns its path. */
export async function writeScript(path: string, urls: string[]): Promise<string> {
  const paths = urls.map((url) => JSON.stringify(url.slice(new URL(url).origin.length)));
  await writeFile(
    path,
    `local paths = {${paths.join(',')}}
     local n = math.random(0, #paths - 1)
     function request()
       n = (n + 1) % #paths
       return wrk.format('GET', paths[n + 1])
     end`,
  );
  return path;
}
