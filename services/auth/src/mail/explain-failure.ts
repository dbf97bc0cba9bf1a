import { because, type Explanation } from '@larksong/contracts';
import type { NodemailerError } from 'nodemailer';

/** Failures of which the mail server may have said something, with the reason that quotes it. */
const ANSWERED = {
  'mail.closed': 'mail.closed-answered',
  'mail.credentials': 'mail.credentials-answered',
  'mail.credentials-needed': 'mail.credentials-needed-answered',
  'mail.machine-refused': 'mail.machine-refused-answered',
  'mail.message-refused': 'mail.message-refused-answered',
  'mail.no-encryption': 'mail.no-encryption-answered',
  'mail.no-mail-server': 'mail.no-mail-server-answered',
  'mail.recipient-refused': 'mail.recipient-refused-answered',
  'mail.sender-refused': 'mail.sender-refused-answered',
} as const;
type Answered = keyof typeof ANSWERED;

/** Failures of a connection, by Node's own code. */
const CONNECTIONS: Record<string, Explanation> = {
  ECONNREFUSED: because('mail.connection-refused'),
  ECONNRESET: because('mail.closed'),
  ENETUNREACH: because('mail.network-unreachable'),
  EHOSTUNREACH: because('mail.host-unreachable'),
  ERR_SSL_WRONG_VERSION_NUMBER: because('mail.port-not-encrypted'),
  CERT_HAS_EXPIRED: because('mail.certificate-expired'),
  ERR_TLS_CERT_ALTNAME_INVALID: because('mail.certificate-of-another'),
};

/**
 * Explains why a mail was not sent, with what to check and, if there is one, the answer of the server. Never contains the
 * password.
 */
export function explainFailure(error: unknown): Explanation {
  const failure = error as Partial<NodemailerError>; // other errors have none of its properties
  const answer = failure.response?.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
  switch (failure.code) {
    case 'EDNS':
      return because('mail.no-such-host');
    case 'ETIMEDOUT':
      return because(failure.timeoutType === 'GREETING_TIMEOUT' ? 'mail.no-greeting' : 'mail.no-answer');
    case 'ESOCKET':
      return explainConnection(failure);
    default: {
      const reason = findReason(failure);
      return answer ? because(ANSWERED[reason], { answer }) : because(reason);
    }
  }
}

function findReason({ code, response, responseCode, command }: Partial<NodemailerError>): Answered {
  switch (code) {
    case 'ECONNECTION':
      return 'mail.closed';
    case 'ETLS':
      return 'mail.no-encryption';
    case 'EPROTOCOL':
      return /^[45]\d\d/.test(response ?? '') ? 'mail.machine-refused' : 'mail.no-mail-server';
    case 'EAUTH':
    case 'ENOAUTH':
      return 'mail.credentials';
    case 'EENVELOPE':
      if (responseCode === 530) return 'mail.credentials-needed';
      if (command === 'MAIL FROM') return 'mail.sender-refused';
      return command === 'RCPT TO' ? 'mail.recipient-refused' : 'mail.message-refused';
    default:
      return 'mail.message-refused';
  }
}

function explainConnection({ originalCode = '', message = '' }: Partial<NodemailerError>): Explanation {
  const known = CONNECTIONS[originalCode];
  if (known) return known;
  if (/SELF_SIGNED|UNABLE_TO_|CERT_UNTRUSTED/.test(originalCode)) return because('mail.authority-unknown');
  const problem = message.split('\n', 1)[0] ?? '';
  return /SSL|TLS|CERT/.test(originalCode)
    ? because('mail.tls-failed', { problem })
    : because('mail.connection-failed', { problem });
}
