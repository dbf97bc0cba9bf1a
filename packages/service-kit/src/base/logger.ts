import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Lines are written together, since a write for each line took a tenth of the gateway's processor time. */
const WRITTEN_CHARACTERS = 12 * 1024;
/** After this time lines are written anyway. */
const FLUSH_MS = 200;

/** Where logged objects may contain secrets: in their fields, or in an object under one of these names. */
const HOLDERS = ['', 'err.', 'req.', 'request.', 'res.', 'response.', 'body.', 'options.'];
const SECRETS = [
  'headers.authorization',
  'headers.cookie',
  'password',
  'accessToken',
  'refreshToken',
  'token',
];
/** Without wildcards, for which each line would be copied and searched: 18 instead of 3 µs. */
const SECRET_PATHS = HOLDERS.flatMap((holder) => SECRETS.map((secret) => holder + secret));

/** Returns a logger that writes JSON lines to standard output, with the secrets of requests redacted. */
export function createLogger(options: {
  name: string;
  level: string;
  destination?: DestinationStream;
}): Logger {
  const settings = {
    name: options.name,
    level: options.level,
    redact: { paths: SECRET_PATHS, censor: '[redacted]' },
    timestamp: createTimestamp(),
  };
  return pino(
    settings,
    options.destination ??
      pino.destination({ dest: 1, minLength: WRITTEN_CHARACTERS, periodicFlush: FLUSH_MS }),
  );
}

/**
 * Returns the clock of a logger, which formats the time of a line. Each second is formatted only once, since every
 * response has a line.
 */
function createTimestamp(): () => string {
  let second = 0;
  let prefix = '';
  return () => {
    const now = Date.now();
    const milliseconds = now % 1000;
    if (now - milliseconds !== second) {
      second = now - milliseconds;
      prefix = new Date(second).toISOString().slice(0, -4);
    }
    return `,"time":"${prefix}${String(milliseconds).padStart(3, '0')}Z"`;
  };
}
