import type { catalog as contracts, status } from '@larksong/contracts';

import { formatAge, formatDate } from '../../lib/format.ts';
import { formatInteger } from '../../lib/integers.ts';
import { useTexts, type Texts } from '../../lib/texts.ts';
import { englishWords, showWords } from '../../parts/server-words.ts';
import { Figure, Figures } from './figures.tsx';
import { daysUntil } from './texts.ts';
import styles from './status.module.css';

/** Mails, address, certificate, backup, sandbox, clock and the settings that matter most. */
export function SettingsPanel({ site }: { site: status.SiteStatus }) {
  const t = useTexts();
  const { auth, catalog, gateway, at } = site;
  const workers = catalog?.figures?.workers.filter(
    ({ state }) => state !== 'stopped' && state !== 'vanished',
  );
  return (
    <section className={styles.part} aria-labelledby="settings">
      <h2 id="settings">{t('status.settings')}</h2>
      <div className="panel">
        <Figures>
          {auth?.figures && <Mail mail={auth.figures.mail} at={at} />}
          {gateway && <Address gateway={gateway} at={at} />}
          {auth?.figures && (
            <>
              <Figure name={t('status.backup')}>{describeBackup(t, auth.figures.backup, at)}</Figure>
              <Figure name={t('status.registration')}>{toRegistration(t, auth.figures.registration)}</Figure>
              <Figure name={t('status.accounts')}>
                {t('status.account-counts', {
                  count: auth.figures.accountCount,
                  superadmins: auth.figures.superadminCount,
                })}
              </Figure>
              <Nests nests={auth.figures.nests} />
            </>
          )}
          {workers && workers.length > 0 && (
            <Figure name={t('status.sandbox')}>
              {workers.every(({ sandboxed }) => sandboxed)
                ? t('status.sandbox-everywhere')
                : t('status.sandbox-missing')}
            </Figure>
          )}
          <Visitors access={catalog?.figures?.siteAccess} />
          <Figure name={t('status.clocks')}>{describeClocks(t, site)}</Figure>
        </Figures>
      </div>
    </section>
  );
}

/** Older versions do not count them. */
function Nests({ nests: counts }: Pick<NonNullable<status.AuthStatus['figures']>, 'nests'>) {
  const t = useTexts();
  if (!counts) return null;
  const { nests, classes, devices, restingPins } = counts;
  return (
    <>
      <Figure name={t('status.nests')}>{formatInteger(nests)}</Figure>
      <Figure name={t('status.nest-classes')}>{formatInteger(classes)}</Figure>
      <Figure name={t('status.nest-devices')}>{formatInteger(devices)}</Figure>
      {restingPins > 0 && <Figure name={t('status.resting-pins')}>{formatInteger(restingPins)}</Figure>}
    </>
  );
}

function Mail({ mail: { state, waiting, lastFailure }, at }: { mail: status.MailStatus; at: string }) {
  const t = useTexts();
  return (
    <>
      <Figure name={t('status.mail')}>{t(`status.mail-${state}`)}</Figure>
      <Figure name={t('status.mails-waiting')}>{formatInteger(waiting)}</Figure>
      {lastFailure && (
        <Figure name={t('status.mail-failure')}>
          {t.rich('status.mail-failed', {
            age: formatAge(lastFailure.at, Date.parse(at)),
            problem: showWords(englishWords(lastFailure.problem)),
          })}
        </Figure>
      )}
    </>
  );
}

function Address({ gateway, at }: { gateway: status.GatewayStatus; at: string }) {
  const t = useTexts();
  const { publicUrl, trustedProxies, address, streamDelivery } = gateway.figures;
  const certificate = address?.certificate;
  return (
    <>
      <Figure name={t('status.address')}>{publicUrl}</Figure>
      <Figure name={t('status.proxies')}>{trustedProxies ?? t('status.no-proxies')}</Figure>
      <Figure name={t('status.certificate')}>
        {certificate
          ? t('status.certificate-until', {
              date: formatDate(certificate.validUntil),
              days: daysUntil(certificate.validUntil, at),
            })
          : publicUrl.startsWith('https:')
            ? t('status.certificate-unknown')
            : t('status.no-certificate')}
      </Figure>
      <Figure name={t('status.sender')}>
        {streamDelivery === 'direct' ? t('status.sender-s3') : t('status.sender-gateway')}
      </Figure>
    </>
  );
}

function describeBackup(t: Texts, backup: status.BackupStatus | null, at: string): string {
  if (backup === null) return t('status.backup-not-due');
  if (backup.lastDoneAt === null) return t('status.backup-none');
  return formatAge(backup.lastDoneAt, Date.parse(at));
}

/** Returns who may create an account; a value of another version as it is. */
function toRegistration(t: Texts, registration: string): string {
  return ['open', 'invite', 'closed'].includes(registration)
    ? t(`status.registration-${registration}`)
    : registration;
}

/** What people can use without signing in. */
function Visitors({ access }: { access: contracts.SiteAccess | undefined }) {
  const t = useTexts();
  if (!access) return null;
  const open =
    access.visitors === 'everybody' ? 'everybody' : access.game === 'everybody' ? 'game' : 'nothing';
  return <Figure name={t('status.visitors')}>{t(`status.visitors-${open}`)}</Figure>;
}

/** Returns the largest difference between a service and its servers. */
function describeClocks(t: Texts, site: status.SiteStatus): string {
  const offMs = [site.auth, site.catalog, site.game, site.gateway]
    .flatMap((part) => [part?.process.database?.clockAheadMs, part?.process.redis?.clockAheadMs])
    .map((ms) => Math.abs(ms ?? 0));
  const most = Math.max(...offMs);
  return most < 1000
    ? t('status.clocks-agree')
    : t('status.clocks-differ', { seconds: Math.round(most / 1000) });
}
