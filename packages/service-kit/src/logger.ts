import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/**
 * Lines are written together, since a write for each line took a tenth of the gateway's processor time. With a minimum
 * length, `flush` waits until everything is written.
 */
const WRITTEN_CHARACTERS = 4096;
/** After this time lines are written anyway. */
const FLUSH_MS = 200;

/** Returns a logger that writes JSON lines to standard output, with the secrets of requests redacted. */
export function createLogger(options: {
  name: string;
  level: string;
  destination?: DestinationStream;
}): Logger {
  const settings = {
    name: options.name,
    level: options.level,
    redact: {
      paths: [
        'headers.authorization',
        'headers.cookie',
        '*.headers.authorization',
        '*.headers.cookie',
        'password',
        '*.password',
        'accessToken',
        'refreshToken',
        '*.accessToken',
        '*.refreshToken',
        'token',
      ],
      censor: '[redacted]',
    },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  return pino(
    settings,
    options.destination ??
      pino.destination({ dest: 1, minLength: WRITTEN_CHARACTERS, periodicFlush: FLUSH_MS }),
  );
}
