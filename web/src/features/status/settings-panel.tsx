import type { status } from '@larksong/contracts';

import { formatAge, formatDate } from '../../lib/format.ts';
import { Figure, Figures } from './figures.tsx';
import { daysUntil } from './texts.ts';
import styles from './status.module.css';

const MAIL_STATES: Record<status.MailStatus['state'], string> = {
  none: 'kept for superadmins: no mail server',
  ok: 'server answers',
  away: 'server cannot be reached',
  refused: 'server refuses the sign-in',
  unknown: 'being checked',
};

const REGISTRATION: Record<string, string> = {
  open: 'open to everybody',
  invite: 'by invitation',
  closed: 'closed',
};

/** Mails, address, certificate, backup, sandbox, clock and the settings that matter most. */
export function SettingsPanel({ site }: { site: status.SiteStatus }) {
  const { auth, catalog, gateway, at } = site;
  const mail = auth?.figures?.mail;
  const workers = catalog?.figures?.workers.filter(
    ({ state }) => state !== 'stopped' && state !== 'vanished',
  );
  return (
    <section className={styles.part} aria-labelledby="settings">
      <h2 id="settings">Mail, address and settings</h2>
      <div className="panel">
        <Figures>
          {mail && (
            <>
              <Figure name="Mail">{MAIL_STATES[mail.state]}</Figure>
              <Figure name="Mails waiting">{mail.waiting}</Figure>
              {mail.lastFailure && (
                <Figure name="Last mail failure">
                  {formatAge(mail.lastFailure.at, Date.parse(at))}: {mail.lastFailure.problem}
                </Figure>
              )}
            </>
          )}
          {gateway && <Address gateway={gateway} at={at} />}
          {auth?.figures && (
            <>
              <Figure name="Last backup">{describeBackup(auth.figures.backup, at)}</Figure>
              <Figure name="Registration">
                {REGISTRATION[auth.figures.registration] ?? auth.figures.registration}
              </Figure>
              <Figure name="Accounts">
                {auth.figures.accountCount}, {auth.figures.superadminCount}{' '}
                {auth.figures.superadminCount === 1 ? 'superadmin' : 'superadmins'}
              </Figure>
            </>
          )}
          {workers && workers.length > 0 && (
            <Figure name="Sandbox of ffmpeg">
              {workers.every(({ sandboxed }) => sandboxed) ? 'on' : 'off on at least one worker'}
            </Figure>
          )}
          <Figure name="Clocks">{describeClocks(site)}</Figure>
        </Figures>
      </div>
    </section>
  );
}

function Address({ gateway, at }: { gateway: status.GatewayStatus; at: string }) {
  const { publicUrl, trustedProxies, address, streamDelivery } = gateway.figures;
  const certificate = address?.certificate;
  return (
    <>
      <Figure name="Public address">{publicUrl}</Figure>
      <Figure name="Trusted proxies">{trustedProxies ?? 'none'}</Figure>
      <Figure name="Certificate">
        {certificate
          ? `until ${formatDate(certificate.validUntil)} (${daysUntil(certificate.validUntil, at)} days)`
          : publicUrl.startsWith('https:')
            ? 'unknown'
            : 'none: the address is not https'}
      </Figure>
      <Figure name="Videos are sent by">
        {streamDelivery === 'direct' ? 'the S3 server' : 'the gateway'}
      </Figure>
    </>
  );
}

function describeBackup(backup: status.BackupStatus | null, at: string): string {
  if (backup === null) return 'not due yet';
  if (backup.lastDoneAt === null) return 'none yet';
  return formatAge(backup.lastDoneAt, Date.parse(at));
}

/** Returns the largest difference between a service and its servers. */
function describeClocks(site: status.SiteStatus): string {
  const offMs = [site.auth, site.catalog, site.game, site.gateway]
    .flatMap((part) => [part?.process.database?.clockAheadMs, part?.process.redis?.clockAheadMs])
    .map((ms) => Math.abs(ms ?? 0));
  const most = Math.max(...offMs);
  return most < 1000 ? 'agree' : `differ by ${Math.round(most / 1000)} s`;
}
