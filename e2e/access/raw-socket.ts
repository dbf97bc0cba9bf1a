import { once } from 'node:events';
import { connect } from 'node:net';

/** Ends the wait for connections that stay open. */
const PATIENCE_MS = 4000;

export interface RawExchange {
  /** Status of each answer on the connection, in order. */
  statuses: number[];
  text: string;
}

/** Sends bytes unchanged (one per character) and reads until the other side closes or is silent for a while. */
export async function exchange(siteUrl: string, bytes: string): Promise<RawExchange> {
  const { hostname, port } = new URL(siteUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => {}); // a reset is a valid rejection; any earlier answer counts
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  socket.write(Buffer.from(bytes, 'latin1'));
  await once(socket, 'close');
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map((match) => Number(match[1]));
  return { statuses, text };
}
