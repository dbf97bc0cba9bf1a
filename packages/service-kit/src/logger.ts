import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

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
  // With a minimum length, `flush` waits until everything is written; without one it returns at once.
  return pino(settings, options.destination ?? pino.destination({ dest: 1, minLength: 1 }));
}
