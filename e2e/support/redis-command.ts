import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Sends commands, one a line, to a Redis server and returns its raw replies; with a password if the address has one. */
export async function commandRedis(url: string, ...commands: string[]): Promise<string> {
  const { hostname, port, password } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const lines = [...(password === '' ? [] : [`AUTH ${password}`]), ...commands, 'QUIT'];
  socket.write(lines.map((line) => `${line}\r\n`).join(''));
  return text(socket);
}
