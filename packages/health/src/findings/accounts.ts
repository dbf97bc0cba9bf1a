import type { status } from '@larksong/contracts';

import { formatTime, joinNames, listProcesses, type Rule, type SiteFacts } from './facts.ts';

const OLD_SECONDS = 900;
const MANY_RETRIES = 3;

function mail({ auth }: SiteFacts): status.Finding[] {
  const mails = auth?.figures?.mail;
  if (!mails) return [];
  const of = (
    id: status.Finding['id'],
    severity: status.Severity,
    sentence: string,
    remedy: string,
  ): status.Finding[] => [{ id, severity, about: 'mail', sentence, remedy }];
  const problem = mails.problem ? ` (${mails.problem})` : '';
  const waiting = mails.waiting === 0 ? '' : ` ${countMails(mails.waiting)} for it.`;
  switch (mails.state) {
    case 'none':
      return of(
        'mail-not-configured',
        'hint',
        'No mail server is set: superadmins find the mails on the page Accounts and have to pass them on.',
        'Set SMTP_URL and MAIL_FROM. docs/operations/mail.md has examples.',
      );
    case 'away':
      return of(
        'mail-server-away',
        'error',
        `The mail server ${mails.server ?? ''} cannot be reached${problem}.${waiting}`,
        'Check SMTP_URL, or SMTP_HOST and SMTP_PORT. Many providers block port 25: use 587 or 465.',
      );
    case 'refused':
      return of(
        'mail-refused',
        'error',
        `The mail server ${mails.server ?? ''} refuses to accept mails from this site${problem}.${waiting}`,
        'Check the user and the password in SMTP_URL, or SMTP_USER and SMTP_PASSWORD. Some providers require an app password.',
      );
    case 'ok':
    case 'unknown':
      if (mails.retrying === 0) return [];
      return of(
        'mails-failing',
        mails.retrying >= MANY_RETRIES || mails.oldestWaitingSeconds >= OLD_SECONDS ? 'warning' : 'hint',
        `${countMails(mails.retrying)} after a failure, the oldest for ${formatTime(mails.oldestWaitingSeconds)}${mails.lastFailure ? ` (last: ${mails.lastFailure.problem})` : ''}.`,
        'If it is a single address, it may not exist. Otherwise check MAIL_FROM: the server must allow this sender.',
      );
  }
}

function countMails(count: number): string {
  return count === 1 ? '1 mail waits' : `${count} mails wait`;
}

const superadmins: Rule = ({ auth }) =>
  auth?.figures?.superadminCount !== 0
    ? []
    : [
        {
          id: 'no-superadmin',
          severity: 'error',
          about: 'accounts',
          sentence: 'No account is an active superadmin, so nobody can upload videos or manage accounts.',
          remedy:
            'Make somebody a superadmin: npm run larksong -- users set-role someone@school.example superadmin',
        },
      ];

const registrations: Rule = ({ auth }) => {
  const { lastHour, mostPerHour } = auth?.figures?.registrations ?? { lastHour: 0, mostPerHour: 1 };
  if (lastHour < mostPerHour) return [];
  return [
    {
      id: 'registrations-paused',
      severity: 'warning',
      about: 'accounts',
      sentence: `${lastHour} people registered within the last hour, so for now only people with an invitation can register.`,
      remedy:
        'If they are expected, raise SITE_REGISTRATIONS_PER_HOUR. If you do not know them, set REGISTRATION to invite and look at the page Accounts.',
    },
  ];
};

const secrets: Rule = (facts) => {
  const weak = new Set(listProcesses(facts).flatMap(({ process }) => process.weakSecrets));
  return [...weak].toSorted().map((name) => ({
    id: 'secret-weak',
    severity: 'warning',
    about: name,
    sentence: `${name} is short, simple, a placeholder or the same as another secret, so it can be guessed.`,
    remedy:
      'Replace it with a random value, such as openssl rand -hex 32, as docs/operations/secrets.md says, and restart the site. With PREVIOUS_AUTH_SECRET, a new AUTH_SECRET signs nobody out.',
  }));
};

const readOnly: Rule = ({ auth, now }) => {
  const announcement = auth?.figures?.announcement;
  if (!announcement?.isReadOnly) return [];
  const seconds = Math.max(1, (now.getTime() - Date.parse(announcement.startedAt)) / 1000);
  return [
    {
      id: 'read-only',
      severity: 'warning',
      about: 'site',
      sentence: `The site has been read-only for ${formatTime(seconds)}: uploads and changes are refused. Every page says: ${announcement.message}`,
      remedy:
        'When the maintenance is over, press End now below, under Announcement and maintenance, or run larksong maintenance off.',
    },
  ];
};

const texts: Rule = ({ auth }) => {
  const missing = auth?.figures?.missingTexts ?? [];
  if (missing.length === 0) return [];
  const names = missing.map((name) => (name === 'about' ? 'who runs this site' : 'how to reach you'));
  return [
    {
      id: 'texts-missing',
      severity: 'hint',
      about: 'site',
      sentence: `The page For parents does not say yet ${joinNames(names)}.`,
      remedy: 'Open For parents in the menu and press Edit texts.',
    },
  ];
};

export const accountRules: Rule[] = [readOnly, texts, mail, superadmins, registrations, secrets];
