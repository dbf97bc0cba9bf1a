import { reachOf, type status } from '@larksong/contracts';
import { isLoopback } from '@larksong/service-kit/status';

import { toFinding } from '../finding.ts';
import type { Rule, SiteFacts } from './facts.ts';

/** A few requests may come from a stray client. */
const SOME = 3;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Certificates of a few days or hours are renewed late; the shares of their time count instead of the days. */
const SOON = { days: 14, share: 1 / 4 };
const VERY_SOON = { days: 3, share: 1 / 12 };

const about = 'PUBLIC_URL';

const address: Rule = ({ gateway }) => {
  const figures = gateway?.figures;
  if (!figures) return [];
  const { seen, publicUrl } = figures;
  const isUsed = seen.publicHost > 0;
  if (seen.otherHost >= SOME && (!isUsed || isLoopback(new URL(publicUrl).hostname)))
    return [
      toFinding(
        { id: 'public-url-differs', severity: 'warning', about },
        { host: seen.otherHostName ?? '', url: publicUrl },
      ),
    ];
  // From inside, some networks cannot reach their own public address; people who do reach it prove that it works.
  if (isUsed || !figures.address || figures.address.state === 'ok') return [];
  const id = figures.address.state === 'elsewhere' ? 'public-url-elsewhere' : 'public-url-unreachable';
  const problem = figures.address.problem ?? 'none';
  return [toFinding({ id, severity: 'error', about }, { url: publicUrl, problem })];
};

/** An address that the people for whom the site is meant cannot open, as links in mails and shared links contain it. */
const reach: Rule = ({ gateway, auth }) => {
  const figures = gateway?.figures;
  if (!figures || figures.seen.otherHost >= SOME) return []; // the rule above names a better one
  const { publicUrl: url } = figures;
  switch (reachOf(new URL(url).hostname)) {
    case 'anywhere':
      return [];
    case 'machine': {
      const isTrial = (auth?.figures?.accountCount ?? 0) <= 1; // somebody who tries the site alone needs no other
      return [toFinding({ id: 'public-url-local', severity: isTrial ? 'hint' : 'warning', about }, { url })];
    }
    case 'network':
      return [toFinding({ id: 'public-url-inside', severity: 'hint', about }, { url })];
  }
};

function proxies({ gateway }: SiteFacts): status.Finding[] {
  const figures = gateway?.figures;
  if (!figures) return [];
  const { seen, publicUrl: url, trustedProxies } = figures;
  const isMost = (count: number) => count >= SOME && count * 2 >= seen.count;
  const findings: status.Finding[] = [];
  if (isMost(seen.httpsBehindHttp)) {
    const httpsUrl = url.replace('http:', 'https:');
    findings.push(
      toFinding({ id: 'https-not-in-public-url', severity: 'warning', about }, { url, httpsUrl }),
    );
  }
  if (isMost(seen.plainHttp))
    findings.push(toFinding({ id: 'https-cookies-over-http', severity: 'error', about }, { url }));
  const ofProxies = { severity: 'warning', about: 'TRUSTED_PROXIES' } as const;
  if (isMost(seen.unknownProxy))
    findings.push(
      toFinding(
        { id: 'proxy-unknown', ...ofProxies },
        { address: seen.unknownProxyAddress ?? '', proxies: trustedProxies ?? 'none' },
      ),
    );
  else if (url.startsWith('https:') && trustedProxies === null)
    findings.push(toFinding({ id: 'proxies-not-named', ...ofProxies }, {}));
  return findings;
}

const certificate: Rule = ({ gateway, now }) => {
  const found = gateway?.figures.address?.certificate;
  if (!gateway || !found) return [];
  const { validUntil: endsAt, problem, name } = found;
  const leftMs = Date.parse(endsAt) - now.getTime();
  const lifetimeMs = Date.parse(endsAt) - Date.parse(found.validFrom);
  const isWithin = ({ days, share }: typeof SOON) => leftMs < Math.min(days * DAY_MS, share * lifetimeMs);
  if (problem !== null || leftMs < 0)
    return [
      toFinding(
        { id: 'certificate-invalid', severity: 'error', about: 'certificate' },
        {
          reason: leftMs < 0 ? 'ended' : name === undefined ? 'other' : 'name',
          endsAt,
          problem: problem ?? 'none',
          certificateName: name ?? 'none',
          host: new URL(gateway.figures.publicUrl).hostname,
        },
      ),
    ];
  if (!isWithin(SOON)) return [];
  const [dayCount, hourCount] = [Math.floor(leftMs / DAY_MS), Math.floor(leftMs / HOUR_MS)];
  return [
    toFinding(
      {
        id: 'certificate-expiring',
        severity: isWithin(VERY_SOON) ? 'error' : 'warning',
        about: 'certificate',
      },
      { endsAt, dayCount, hourCount },
    ),
  ];
};

export const addressRules: Rule[] = [address, reach, proxies, certificate];
