import { toFinding } from '../finding.ts';
import { listProcesses, type Rule } from './facts.ts';

const OLD_SECONDS = 900;
const MANY_RETRIES = 3;

const mail: Rule = ({ auth }) => {
  const mails = auth?.figures?.mail;
  if (!mails) return [];
  const about = 'mail';
  const values = {
    server: mails.server ?? '',
    problem: mails.problem ?? 'none',
    mailCount: mails.waiting,
  };
  switch (mails.state) {
    case 'none':
      return [toFinding({ id: 'mail-not-configured', severity: 'hint', about }, {})];
    case 'away':
      return [toFinding({ id: 'mail-server-away', severity: 'error', about }, values)];
    case 'refused':
      return [toFinding({ id: 'mail-refused', severity: 'error', about }, values)];
    case 'ok':
    case 'unknown': {
      const { retrying: mailCount, oldestWaitingSeconds: oldestSeconds, lastFailure } = mails;
      if (mailCount === 0) return [];
      const isBad = mailCount >= MANY_RETRIES || oldestSeconds >= OLD_SECONDS;
      return [
        toFinding(
          { id: 'mails-failing', severity: isBad ? 'warning' : 'hint', about },
          { mailCount, oldestSeconds, problem: lastFailure?.problem ?? 'none' },
        ),
      ];
    }
  }
};

const superadmins: Rule = ({ auth }) =>
  auth?.figures?.superadminCount !== 0
    ? []
    : [toFinding({ id: 'no-superadmin', severity: 'error', about: 'accounts' }, {})];

const registrations: Rule = ({ auth }) => {
  const { lastHour, mostPerHour } = auth?.figures?.registrations ?? { lastHour: 0, mostPerHour: 1 };
  if (lastHour < mostPerHour) return [];
  return [
    toFinding(
      { id: 'registrations-paused', severity: 'warning', about: 'accounts' },
      { personCount: lastHour },
    ),
  ];
};

const secrets: Rule = (facts) => {
  const weak = new Set(listProcesses(facts).flatMap(({ process }) => process.weakSecrets));
  return [...weak]
    .toSorted()
    .map((setting) => toFinding({ id: 'secret-weak', severity: 'warning', about: setting }, { setting }));
};

const readOnly: Rule = ({ auth, now }) => {
  const announcement = auth?.figures?.announcement;
  if (!announcement?.isReadOnly) return [];
  const sinceSeconds = Math.max(1, (now.getTime() - Date.parse(announcement.startedAt)) / 1000);
  return [
    toFinding(
      { id: 'read-only', severity: 'warning', about: 'site' },
      { sinceSeconds, message: announcement.message },
    ),
  ];
};

const closedSite: Rule = ({ auth, catalog }) => {
  const isClosed = catalog?.figures?.siteAccess?.visitors === 'nobody';
  if (!isClosed || auth?.figures?.registration !== 'open') return [];
  return [toFinding({ id: 'closed-open-registration', severity: 'warning', about: 'site' }, {})];
};

const texts: Rule = ({ auth }) => {
  const [first, second] = auth?.figures?.missingTexts ?? [];
  if (first === undefined) return [];
  const missing = second === undefined ? first : 'both';
  return [toFinding({ id: 'texts-missing', severity: 'hint', about: 'site' }, { missing })];
};

export const accountRules: Rule[] = [readOnly, closedSite, texts, mail, superadmins, registrations, secrets];
