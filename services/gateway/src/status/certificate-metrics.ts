import type { status } from '@larksong/contracts';
import { addReadGauge } from '@larksong/service-kit';
import type { Registry } from 'prom-client';

type Certificate = NonNullable<status.PublicAddress['certificate']>;

/** Registers when the certificate at an https `PUBLIC_URL` begins and ends; NaN while it cannot be read. */
export function addCertificateMetrics(
  registry: Registry,
  { publicUrl, probe }: { publicUrl: string; probe: () => Promise<status.PublicAddress | undefined> },
): void {
  if (!publicUrl.startsWith('https:')) return;
  const add = (name: string, help: string, key: 'validFrom' | 'validUntil') =>
    addReadGauge(registry, {
      name,
      help,
      read: async () => (await probe())?.certificate,
      toSamples: (certificate) => (certificate ? [{ value: toSeconds(certificate, key) }] : []),
    });
  add(
    'gateway_certificate_not_before_timestamp_seconds',
    'When the certificate of the site begins',
    'validFrom',
  );
  add(
    'gateway_certificate_not_after_timestamp_seconds',
    'When the certificate of the site ends',
    'validUntil',
  );
}

const toSeconds = (certificate: Certificate, key: 'validFrom' | 'validUntil') =>
  Date.parse(certificate[key]) / 1000;
