import { Socket } from 'node:net';

import { Client, type ClientConfig } from 'pg';

/** Postgres sent nothing for too long on a connection with an unanswered query. */
class SilentDatabaseError extends Error {
  override name = 'SilentDatabaseError';
  readonly code = 'ETIMEDOUT';

  constructor(silenceMs: number) {
    super(`The database did not answer within ${silenceMs} ms.`);
  }
}

export interface WatchedClient extends Client {
  /** Closes the connection at once; pending work on it fails with `SilentDatabaseError`. */
  drop(): void;
}

/**
 * Returns the class of a pool's connections. A connection is closed if Postgres owes it a response and sends nothing for
 * `silenceMs`: pending work (a query, BEGIN, ROLLBACK, the end of the connection) fails, and the pool replaces the
 * connection. pg's `query_timeout` would only release the caller and keep the dead connection.
 */
export function createClientClass(
  silenceMs: number,
  onSilence: () => void,
): new (config?: string | ClientConfig) => WatchedClient {
  return class extends Client implements WatchedClient {
    readonly #socket: Socket;

    constructor(config?: string | ClientConfig) {
      const socket = new Socket();
      super({ ...(config as ClientConfig), stream: () => socket }); // the pool's options
      this.#socket = socket;
      // Measured from the last byte in either direction, also below TLS; a query restarts it.
      socket.setTimeout(silenceMs, () => {
        if (!this.#isOwedAnswer()) return;
        onSilence(); // first, so that a retry does not get another of the connections that are closed
        this.drop();
      });
    }

    drop(): void {
      this.#socket.destroy(new SilentDatabaseError(silenceMs));
    }

    #isOwedAnswer(): boolean {
      // Set by pg while Postgres is ready for the next query; missing in its types.
      const { readyForQuery } = this as unknown as { readyForQuery?: boolean };
      return readyForQuery !== true || this.#socket.writableEnded;
    }
  };
}
