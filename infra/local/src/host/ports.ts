import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

import { codeOf, Problem } from './problem.ts';

/*
 * Below the range from which systems choose the ports of outgoing connections (32768 on Linux, 49152 on macOS),
 * so that the port of a restarted server is still free.
 */
const LOWEST_PORT = 15_000;
const HIGHEST_PORT = 32_000;

/** Ports handed out by this process; a second caller must not get a port that the first has not bound yet. */
const handedOut = new Set<number>();

/**
 * Returns a loopback port on which nothing listens and which neither this process nor, on Linux, another running process
 * of this machine has handed out. Throws a `Problem` if none is found.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    if (handedOut.has(port) || (await whyNotFree('127.0.0.1', port)) !== undefined) continue;
    handedOut.add(port);
    if (await reserve(port)) return port;
  }
  throw new Problem(`No free port was found between ${LOWEST_PORT} and ${HIGHEST_PORT}.`);
}

/**
 * Keeps a port from being handed out by other processes, by listening on a name in Linux's abstract socket namespace,
 * which the kernel frees with the process; returns false if another process holds it. Other systems have no such names.
 */
function reserve(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(true);
  return new Promise((resolve) => {
    const server = createServer().unref();
    server.once('error', () => resolve(false));
    server.listen({ path: `\0larksong-port-${port}` }, () => resolve(true));
  });
}

/** Throws a `Problem` with a sentence for the user if the port of a setting cannot be listened on. */
export async function assertPortFree(host: string, port: number, setting = 'PORT'): Promise<void> {
  const code = await whyNotFree(host, port);
  if (code === undefined) return;
  if (code === 'EADDRINUSE')
    throw new Problem(
      `Port ${port} is already in use by another program. Choose another one, for example: ${setting}=${port + 1} npm start`,
    );
  if (code === 'EACCES')
    throw new Problem(
      `This user may not listen on port ${port}. Choose a port above 1023, for example: ${setting}=${port + 8000} npm start`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAFNOSUPPORT')
    throw new Problem(
      `HOST=${host} is not an address of this machine (${code}). Remove HOST, and the site listens on every address, or set it to one that the command ip address shows.`,
    );
  throw new Problem(`Port ${port} cannot be used (${code}).`);
}

/** Returns the error code of an attempt to listen, or undefined if it succeeded. */
function whyNotFree(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(codeOf(error) ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
