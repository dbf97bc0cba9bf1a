import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A mail server that takes or refuses the password of its clients. */
export interface MailServer {
  url: string;
  setMode: (mode: 'accepts' | 'refuses' | 'closed') => Promise<void>;
}

export async function startMailServer(): Promise<MailServer & { stop: () => void }> {
  let accepts = true;
  let server: Server | undefined;
  const listen = async (port: number) => {
    server = createServer((socket) => converse(socket, () => accepts)).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port; // of a TCP server
  };
  const port = await listen(0);
  return {
    url: `smtp://songs:correct-horse@127.0.0.1:${port}`,
    async setMode(mode) {
      accepts = mode === 'accepts';
      server?.close();
      server = undefined;
      if (mode !== 'closed') await listen(port);
    },
    stop: () => void server?.close(),
  };
}

function converse(socket: Socket, accepts: () => boolean): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  socket.on('error', () => undefined); // the client is gone
  say('220 mail.example');
  createInterface({ input: socket }).on('line', (line) => {
    if (line.startsWith('EHLO')) say('250-mail.example\r\n250 AUTH PLAIN');
    else if (line.startsWith('AUTH')) say(accepts() ? '235 welcome' : '535 wrong password');
    else if (line.startsWith('QUIT')) socket.end('221 bye\r\n');
    else say('250 ok');
  });
}
