import { Socket } from 'node:net';

import { Client, type ClientConfig } from 'pg';

/** Postgres said nothing for too long on a connection on which it owed an answer. */
class SilentDatabaseError extends Error {
  override name = 'SilentDatabaseError';
  readonly code = 'ETIMEDOUT';

  constructor(silenceMs: number) {
    super(`The database did not answer within ${silenceMs} ms.`);
  }
}

export interface WatchedClient extends Client {
  /** Closes the connection at once; whatever waits for it fails with `SilentDatabaseError`. */
  drop(): void;
}

/**
 * Makes the class of a pool's connections. Each is closed when Postgres owes it an answer and sends nothing for
 * `silenceMs`: whatever it waits for (a query, BEGIN, ROLLBACK, the end of the connection) fails, and the pool replaces
 * it. `query_timeout` of pg only lets the caller go and keeps the dead connection.
 */
export function createClientClass(
  silenceMs: number,
  onSilence: () => void,
): new (config?: string | ClientConfig) => WatchedClient {
  return class extends Client implements WatchedClient {
    readonly #socket: Socket;

    constructor(config?: string | ClientConfig) {
      const socket = new Socket();
      super({ ...(config as ClientConfig), stream: () => socket }); // the pool passes its options
      this.#socket = socket;
      // Counts from the last byte in either direction, below TLS as well; a question restarts it.
      socket.setTimeout(silenceMs, () => {
        if (!this.#isOwedAnswer()) return;
        onSilence(); // first, so that whoever tries again gets none of the others that are given up
        this.drop();
      });
    }

    drop(): void {
      this.#socket.destroy(new SilentDatabaseError(silenceMs));
    }

    #isOwedAnswer(): boolean {
      // Set by pg whenever Postgres is ready for the next query, and not in its types.
      const { readyForQuery } = this as unknown as { readyForQuery?: boolean };
      return readyForQuery !== true || this.#socket.writableEnded;
    }
  };
}
