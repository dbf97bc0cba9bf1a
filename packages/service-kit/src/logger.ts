import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** JSON lines on standard output; secrets that could come along with a request are blacked out. */
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
  return options.destination ? pino(settings, options.destination) : pino(settings);
}
