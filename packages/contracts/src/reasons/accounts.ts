/** Reasons that concern accounts, signing in and their mails. */
export const ACCOUNT_REASONS = {
  'account.all-not-valid': 'all must be true or false.',
  'account.current-password-missing': 'Enter your current password.',
  'account.quota-not-valid': 'A limit of space is a whole number of bytes, 0 or more.',
  'account.superadmin-is-no-teacher':
    'A superadmin may already do everything that a teacher may. Take that role away first.',
  'account.still-disabled': 'This account is disabled. Enable it first.',
  'account.delete-own-elsewhere': 'You can delete your own account on your profile page.',
  'account.deletion-not-planned': 'This account is no longer going to be deleted.',
  'account.deletion-planned': 'This account is going to be deleted. Undo that first.',
  'account.display-name-not-valid':
    'A display name must have 1 to 60 characters on one line, without control characters.',
  'account.email-missing': 'Enter your email.',
  'account.email-needed': 'Enter your email to continue.',
  'account.email-not-valid': 'Enter a valid email.',
  'account.invitation-for-another':
    'This invitation is for another email. Please register with the one that it was sent to.',
  'account.link-incomplete': 'This link is incomplete. Please open it from the e-mail again.',
  'account.password-common': 'This password is too common. Please choose another one.',
  'account.password-is-own-name': 'Your password must not be your username or your email.',
  'account.password-length': 'A password must have 8 to 128 characters.',
  'account.password-missing': 'Enter your password.',
  'account.too-many-tries':
    'Too many attempts to sign in to this account. Use a device that has signed in before, or request a link to choose a new password.',
  'account.username-mixes-scripts':
    'A username can only have letters of one script, such as Latin or Cyrillic. Please type it again.',
  'account.username-not-valid': 'A username must have 3 to 32 letters, digits, dots, dashes or underscores.',
  'account.videos-not-valid': 'videos must be keep or delete.',

  'mail.host-not-valid': 'Enter the name of the mail server, such as mail.school.example.',
  'mail.password-too-long': 'A password can have at most 1,000 characters.',
  'mail.port-not-valid': 'A port is a number from 1 to 65535.',
  'mail.user-too-long': 'A user name can have at most 254 characters.',

  // Why a mail was not sent. `answer` is that of the mail server, in its own words.
  'mail.authority-unknown':
    'TLS failed: the certificate of the mail server is from an authority that this machine does not know. NODE_EXTRA_CA_CERTS can name the file of another one.',
  'mail.certificate-expired': 'TLS failed: the certificate of the mail server has expired.',
  'mail.certificate-of-another':
    'TLS failed: the certificate of the mail server has another name. Use the name in the certificate.',
  'mail.closed':
    'The mail server closed the connection at once. Check the port: 465 is encrypted from the start, 587 is not.',
  'mail.closed-answered':
    'The mail server closed the connection at once. Check the port: 465 is encrypted from the start, 587 is not. The mail server answered: {answer}',
  'mail.connection-failed': 'The connection to the mail server failed: {problem}.',
  'mail.connection-refused':
    'The connection was refused: no mail server listens at this name and port. Check the port, usually 587 or 465.',
  'mail.credentials':
    'The mail server does not accept this user name and password. Some providers require an app password.',
  'mail.credentials-answered':
    'The mail server does not accept this user name and password. Some providers require an app password. The mail server answered: {answer}',
  'mail.credentials-needed': 'The mail server wants a user name and a password, or an encrypted connection.',
  'mail.credentials-needed-answered':
    'The mail server wants a user name and a password, or an encrypted connection. The mail server answered: {answer}',
  'mail.host-unreachable': 'The mail server cannot be reached from here.',
  'mail.machine-refused': 'The mail server refuses connections from this machine.',
  'mail.machine-refused-answered':
    'The mail server refuses connections from this machine. The mail server answered: {answer}',
  'mail.message-refused': 'The mail server did not accept the message.',
  'mail.message-refused-answered':
    'The mail server did not accept the message. The mail server answered: {answer}',
  'mail.network-unreachable': 'The network of the mail server cannot be reached from here.',
  'mail.no-answer':
    'The mail server does not answer. Check its name and port; a firewall may block the port.',
  'mail.no-encryption': 'TLS failed: the mail server did not start an encrypted connection.',
  'mail.no-encryption-answered':
    'TLS failed: the mail server did not start an encrypted connection. The mail server answered: {answer}',
  'mail.no-greeting':
    'The mail server stays silent. If the port is encrypted from the start, use port 465 or smtps://.',
  'mail.no-mail-server': 'The program at this name and port is not a mail server.',
  'mail.no-mail-server-answered':
    'The program at this name and port is not a mail server. The mail server answered: {answer}',
  'mail.no-such-host': 'There is no mail server of this name. Check the name.',
  'mail.port-not-encrypted':
    'TLS failed: this port is not encrypted from the start. Use port 587, or smtp:// instead of smtps://.',
  'mail.recipient-refused': 'The mail server refused the recipient.',
  'mail.recipient-refused-answered':
    'The mail server refused the recipient. The mail server answered: {answer}',
  'mail.sender-refused':
    'The mail server refused the sender. MAIL_FROM must be an address that may send from there.',
  'mail.sender-refused-answered':
    'The mail server refused the sender. MAIL_FROM must be an address that may send from there. The mail server answered: {answer}',
  'mail.tls-failed': 'TLS failed: {problem}.',
} as const;
