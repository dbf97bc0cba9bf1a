import { EventEmitter, once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface SmtpServer {
  port: number;
  /** The raw mails received. */
  mails: string[];
  /** Resolves once `count` mails have arrived. */
  waitFor(count: number): Promise<void>;
  close(): Promise<void>;
}

interface SmtpOptions {
  port?: number;
  /** Number of mails that are rejected with 451 first. */
  refusals?: number;
  /** Answers to commands, such as `{ AUTH: '535 no' }`. */
  answers?: Record<string, string>;
}

/** Starts a server with just enough of RFC 5321 for one client. */
export async function startSmtpServer(options: SmtpOptions = {}): Promise<SmtpServer> {
  const mails: string[] = [];
  const arrivals = new EventEmitter();
  const sockets = new Set<Socket>();
  let refusals = options.refusals ?? 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let mail: string[] | undefined;
    const answer = (line: string) => {
      if (mail) {
        if (line !== '.') return void mail.push(line);
        mails.push(mail.join('\r\n'));
        mail = undefined;
        arrivals.emit('mail');
        return '250 taken';
      }
      const given = options.answers?.[line.split(' ', 1)[0]?.toUpperCase() ?? ''];
      if (given !== undefined) return given;
      if (/^DATA/i.test(line)) {
        mail = [];
        return '354 go on';
      }
      if (/^QUIT/i.test(line)) return '221 bye';
      if (/^MAIL/i.test(line) && refusals > 0) {
        refusals -= 1;
        return '451 not now';
      }
      return '250 fine';
    };
    socket.write('220 test\r\n');
    createInterface({ input: socket }).on('line', (line) => {
      const text = answer(line);
      if (text !== undefined) socket.write(`${text}\r\n`);
    });
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    mails,
    async waitFor(count) {
      while (mails.length < count) await once(arrivals, 'mail', { signal: AbortSignal.timeout(20_000) });
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
