import { Problem } from '../host/problem.ts';
import { sendSignal } from '../host/process-identity.ts';
import { listRunning } from '../processes/leftovers.ts';

/** Servers that are not Larksong's own programs. */
const SERVERS = ['postgres', 'redis'];

/**
 * Switches the log of the running services, or of those named `service`, to `debug` and back; `transcoder` names all
 * workers. Returns the names of the processes. Throws a `Problem` if no process has that name.
 */
export function switchLogLevel(dataDir: string, service?: string): string[] {
  const running = listRunning(dataDir).filter(({ name }) => !SERVERS.includes(name));
  const wanted = running.filter(
    ({ name }) => service === undefined || name === service || name.replace(/-\d+$/, '') === service,
  );
  if (running.length === 0)
    throw new Problem(`No site is running with the data in ${dataDir}. Start it with: npm start`);
  if (wanted.length === 0)
    throw new Problem(
      `There is no process named "${service}". These run: ${running.map(({ name }) => name).join(', ')}.`,
    );
  return wanted.filter(({ pid }) => sendSignal(pid, 'SIGUSR2')).map(({ name }) => name);
}
