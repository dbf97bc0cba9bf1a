import type { status } from '@larksong/contracts';

import { formatBytes } from '../../lib/bytes.ts';
import { formatInteger } from '../../lib/integers.ts';
import { useTexts } from '../../lib/texts.ts';
import { toShares, toStrips, type Share } from './texts.ts';
import styles from './status.module.css';

/** The use of storage, by purpose and by uploader. */
export function StoragePanel({ catalog, game }: Pick<status.SiteStatus, 'catalog' | 'game'>) {
  const t = useTexts();
  const shares = toShares({ catalog, game });
  const { usage, quota } = catalog?.figures ?? {};
  const uploaders = usage?.uploaders ?? [];
  return (
    <section className={styles.part} aria-labelledby="storage">
      <h2 id="storage">{t('status.storage')}</h2>
      <div className="panel">
        {shares.length === 0 ? (
          <p className="muted">{t('status.storage-unknown')}</p>
        ) : (
          <Bar shares={shares} />
        )}
        {catalog?.process.storage?.freeBytes === null && (
          <p className="muted small">{t('status.s3-unknown')}</p>
        )}
        {quota && <QuotaLines quota={quota} usage={usage} />}
        {uploaders.length > 0 && <Uploaders uploaders={uploaders} />}
      </div>
    </section>
  );
}

type Figures = NonNullable<status.CatalogStatus['figures']>;

function QuotaLines({
  quota: { siteBytes, uploaderBytes },
  usage,
}: {
  quota: NonNullable<Figures['quota']>;
  usage: Figures['usage'] | undefined;
}) {
  const t = useTexts();
  const used = usage && formatBytes(usage.sourcesBytes + usage.renditionsBytes);
  return (
    <>
      {siteBytes !== null && (
        <p>
          {!used
            ? t('status.quota-unknown', { quota: formatBytes(siteBytes) })
            : t('status.quota', { used, quota: formatBytes(siteBytes) })}
        </p>
      )}
      {uploaderBytes !== null && <p>{t('status.uploader-quota', { quota: formatBytes(uploaderBytes) })}</p>}
    </>
  );
}

function Bar({ shares }: { shares: readonly Share[] }) {
  return (
    <>
      <svg className={styles.bar} viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden>
        {toStrips(shares).map(({ kind, x, width }) => (
          <rect key={kind} data-kind={kind} x={x} y={0} width={width} height={10} />
        ))}
      </svg>
      <dl className={styles.legend}>
        {shares.map(({ kind, label, bytes }) => (
          <div key={kind} data-kind={kind}>
            <dt>{label}</dt>
            <dd>{formatBytes(bytes)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Uploaders({ uploaders }: { uploaders: readonly status.UploaderUsage[] }) {
  const t = useTexts();
  return (
    <table className={styles.table}>
      <caption className="small muted">{t('status.uploaders')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('status.uploader-name')}</th>
          <th scope="col">{t('status.uploader-videos')}</th>
          <th scope="col">{t('status.uploader-size')}</th>
        </tr>
      </thead>
      <tbody>
        {uploaders.map(({ name, videoCount, sizeBytes }, index) => (
          // Two accounts may have one display name.
          <tr key={`${name} ${index}`}>
            <th scope="row" dir="auto">
              {name === '' ? <i>{t('status.deleted-account')}</i> : name}
            </th>
            <td>{formatInteger(videoCount)}</td>
            <td>{formatBytes(sizeBytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
