import type { status } from '@larksong/contracts';

import { createSmtpTransport, type SmtpServer } from './sender.ts';

/** The answer of a mail server to a connection and a sign-in, without a mail. */
export type MailCheck = Pick<status.MailStatus, 'state' | 'problem'>;

/** Connects to the mail server and signs in there. Never rejects. */
export async function checkMailServer(server: SmtpServer): Promise<MailCheck> {
  const transport = createSmtpTransport(server);
  try {
    await transport.verify();
    return { state: 'ok', problem: null };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const isRefused = code === 'EAUTH' || code === 'ENOAUTH';
    return { state: isRefused ? 'refused' : 'away', problem: describe(error) };
  } finally {
    transport.close();
  }
}

/** Returns the host and the port of a mail server, without its password. */
export function describeServer(server: SmtpServer): string {
  if ('host' in server) return `${server.host}:${server.port}`;
  return new URL(server.url).host;
}

/** Returns the first line of a failure. */
export function describe(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 200) ?? '';
}
