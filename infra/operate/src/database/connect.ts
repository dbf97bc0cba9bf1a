import { CommandError } from '@larksong/service-kit';
import { Client } from 'pg';

const CONNECT_MS = 10_000;

/** A connection that closes itself with `await using`. */
export interface Connection extends AsyncDisposable {
  client: Client;
}

/**
 * Connects to a database, for work that may take hours: without time limits, and with a lost connection noticed within a
 * minute on both sides. Throws `CommandError` if it cannot be reached.
 */
export async function connect(url: string): Promise<Connection> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options:
      '-c statement_timeout=0 -c idle_session_timeout=0 -c idle_in_transaction_session_timeout=0 ' +
      '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3',
  });
  client.on('error', () => undefined); // the next query rejects
  try {
    await client.connect();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The database ${new URL(url).pathname.slice(1)} cannot be reached (${why}).`, {
      cause: error,
    });
  }
  return { client, [Symbol.asyncDispose]: () => client.end().catch(() => undefined) };
}
