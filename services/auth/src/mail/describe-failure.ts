import type { NodemailerError } from 'nodemailer';

const CLOSED =
  'The mail server closed the connection at once. Check the port: 465 is encrypted from the start, 587 is not.';

/** Failures of a connection, by Node's own code. */
const CONNECTIONS: Record<string, string> = {
  ECONNREFUSED:
    'The connection was refused: no mail server listens at this name and port. Check the port, usually 587 or 465.',
  ECONNRESET: CLOSED,
  ENETUNREACH: 'The network of the mail server cannot be reached from here.',
  EHOSTUNREACH: 'The mail server cannot be reached from here.',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'TLS failed: this port is not encrypted from the start. Use port 587, or smtp:// instead of smtps://.',
  CERT_HAS_EXPIRED: 'TLS failed: the certificate of the mail server has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'TLS failed: the certificate of the mail server has another name. Use the name in the certificate.',
};

/**
 * Returns a sentence on why a mail was not sent, with what to check and, if there is one, the answer of the server. Never
 * contains the password.
 */
export function describeFailure(error: unknown): string {
  const failure = error as Partial<NodemailerError>; // other errors have none of its properties
  const answer = failure.response?.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
  return answer ? `${describe(failure)} The mail server answered: ${answer}` : describe(failure);
}

function describe(failure: Partial<NodemailerError>): string {
  switch (failure.code) {
    case 'EDNS':
      return 'There is no mail server of this name. Check the name.';
    case 'ETIMEDOUT':
      return failure.timeoutType === 'GREETING_TIMEOUT'
        ? 'The mail server stays silent. If the port is encrypted from the start, use port 465 or smtps://.'
        : 'The mail server does not answer. Check its name and port; a firewall may block the port.';
    case 'ESOCKET':
      return describeConnection(failure);
    case 'ECONNECTION':
      return CLOSED;
    case 'ETLS':
      return 'TLS failed: the mail server did not start an encrypted connection.';
    case 'EPROTOCOL':
      return /^[45]\d\d/.test(failure.response ?? '')
        ? 'The mail server refuses connections from this machine.'
        : 'The program at this name and port is not a mail server.';
    case 'EAUTH':
    case 'ENOAUTH':
      return 'The mail server does not accept this user name and password. Some providers require an app password.';
    case 'EENVELOPE':
      return describeEnvelope(failure);
    default:
      return 'The mail server did not accept the message.';
  }
}

function describeConnection({ originalCode = '', message = '' }: Partial<NodemailerError>): string {
  const known = CONNECTIONS[originalCode];
  if (known !== undefined) return known;
  if (/SELF_SIGNED|UNABLE_TO_|CERT_UNTRUSTED/.test(originalCode))
    return 'TLS failed: the certificate of the mail server is from an authority that this machine does not know. NODE_EXTRA_CA_CERTS can name the file of another one.';
  const kind = /SSL|TLS|CERT/.test(originalCode) ? 'TLS' : 'The connection to the mail server';
  return `${kind} failed: ${message.split('\n', 1)[0]}.`;
}

function describeEnvelope({ command, responseCode }: Partial<NodemailerError>): string {
  if (responseCode === 530)
    return 'The mail server wants a user name and a password, or an encrypted connection.';
  if (command === 'MAIL FROM')
    return 'The mail server refused the sender. MAIL_FROM must be an address that may send from there.';
  if (command === 'RCPT TO') return 'The mail server refused the recipient.';
  return 'The mail server did not accept the message.';
}
