import type { FindingSentences } from './finding-sentences.ts';

const PROBLEM = '{problem, select, none{} other{ ({problem})}}';
const WAITING =
  '{mailCount, plural, =0{} one{ {mailCount} mail waits for it.} other{ {mailCount} mails wait for it.}}';

export const ACCOUNT_FINDINGS = {
  'mail-not-configured': {
    sentence:
      'No mail server is set: superadmins find the mails on the page Accounts and have to pass them on.',
    remedy: 'Set SMTP_URL and MAIL_FROM. docs/operations/mail.md has examples.',
  },
  'mail-server-away': {
    sentence: `The mail server {server} cannot be reached${PROBLEM}.${WAITING}`,
    remedy: 'Check SMTP_URL, or SMTP_HOST and SMTP_PORT. Many providers block port 25: use 587 or 465.',
  },
  'mail-refused': {
    sentence: `The mail server {server} refuses to accept mails from this site${PROBLEM}.${WAITING}`,
    remedy:
      'Check the user and the password in SMTP_URL, or SMTP_USER and SMTP_PASSWORD. Some providers require an app password.',
  },
  'mails-failing': {
    sentence:
      '{mailCount, plural, one{{mailCount} mail waits after a failure, the oldest for {oldestSeconds}} other{{mailCount} mails wait after a failure, the oldest for {oldestSeconds}}}{problem, select, none{} other{ (last: {problem})}}.',
    remedy:
      'If it is a single address, it may not exist. Otherwise check MAIL_FROM: the server must allow this sender.',
  },
  'no-superadmin': {
    sentence: 'No account is an active superadmin, so nobody can upload videos or manage accounts.',
    remedy:
      'Make somebody a superadmin: npm run larksong -- users set-role someone@school.example superadmin',
  },
  'registrations-paused': {
    sentence:
      '{personCount} people registered within the last hour, so for now only people with an invitation can register.',
    remedy:
      'If they are expected, raise SITE_REGISTRATIONS_PER_HOUR. If you do not know them, set REGISTRATION to invite and look at the page Accounts.',
  },
  'secret-weak': {
    sentence:
      '{setting} is short, simple, a placeholder or the same as another secret, so it can be guessed.',
    remedy:
      'Replace it with a random value, such as openssl rand -hex 32, as docs/operations/secrets.md says, and restart the site. With PREVIOUS_AUTH_SECRET, a new AUTH_SECRET signs nobody out.',
  },
  'read-only': {
    sentence:
      'The site has been read-only for {sinceSeconds}: uploads and changes are refused. Every page says: {message}',
    remedy:
      'When the maintenance is over, press End now below, under Announcement and maintenance, or run larksong maintenance off.',
  },
  'closed-open-registration': {
    sentence: 'Only signed-in people see the songs of this site, but anybody can create an account.',
    remedy: 'Set REGISTRATION to invite or closed, or open the site to everybody.',
  },
  'texts-missing': {
    sentence:
      '{missing, select, about{The page For parents does not say yet who runs this site.} contact{The page For parents does not say yet how to reach you.} other{The page For parents does not say yet who runs this site and how to reach you.}}',
    remedy: 'Open For parents in the menu and press Edit texts.',
  },
} as const satisfies FindingSentences;
