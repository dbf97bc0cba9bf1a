import { reachOf, type status } from '@larksong/contracts';
import { isLoopback } from '@larksong/service-kit/status';

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
      {
        id: 'public-url-differs',
        severity: 'warning',
        about,
        sentence: `People use the site at ${seen.otherHostName}, but PUBLIC_URL is ${publicUrl}: links in mails and shared links point there.`,
        remedy: 'Set PUBLIC_URL to the address that people type, and restart the site.',
      },
    ];
  // From inside, some networks cannot reach their own public address; people who do reach it prove that it works.
  if (isUsed || !figures.address || figures.address.state === 'ok') return [];
  if (figures.address.state === 'elsewhere')
    return [
      {
        id: 'public-url-elsewhere',
        severity: 'error',
        about,
        sentence: `At ${publicUrl}, something other than this site answers${inBrackets(figures.address.problem)}.`,
        remedy: 'Check PUBLIC_URL, the name in DNS, and the port to which the proxy passes requests.',
      },
    ];
  return [
    {
      id: 'public-url-unreachable',
      severity: 'error',
      about,
      sentence: `The site cannot be reached at ${publicUrl}${inBrackets(figures.address.problem)}.`,
      remedy:
        'Check PUBLIC_URL, the name in DNS, the firewall, and whether the proxy runs. If people reach the site at this address, all is well.',
    },
  ];
};

/** An address that the people for whom the site is meant cannot open, as links in mails and shared links contain it. */
const reach: Rule = ({ gateway, auth }) => {
  const figures = gateway?.figures;
  if (!figures || figures.seen.otherHost >= SOME) return []; // the rule above names a better one
  const { publicUrl } = figures;
  switch (reachOf(new URL(publicUrl).hostname)) {
    case 'anywhere':
      return [];
    case 'machine':
      return [
        {
          id: 'public-url-local',
          // Somebody who tries the site alone needs no other.
          severity: (auth?.figures?.accountCount ?? 0) > 1 ? 'warning' : 'hint',
          about,
          sentence: `PUBLIC_URL is ${publicUrl}. Nobody else can open this: links in mails and shared links lead nowhere.`,
          remedy: 'Set PUBLIC_URL to the address parents will type, and restart the site.',
        },
      ];
    case 'network':
      return [
        {
          id: 'public-url-inside',
          severity: 'hint',
          about,
          sentence: `PUBLIC_URL is ${publicUrl}. People outside your network cannot open this.`,
          remedy: 'If families should use the site at home, set PUBLIC_URL to a public address.',
        },
      ];
  }
};

const inBrackets = (problem: string | null) => (problem === null ? '' : ` (${problem})`);

function proxies({ gateway }: SiteFacts): status.Finding[] {
  const figures = gateway?.figures;
  if (!figures) return [];
  const { seen, publicUrl, trustedProxies } = figures;
  const isMost = (count: number) => count >= SOME && count * 2 >= seen.count;
  const findings: status.Finding[] = [];
  if (isMost(seen.httpsBehindHttp))
    findings.push({
      id: 'https-not-in-public-url',
      severity: 'warning',
      about,
      sentence: `Browsers reach the site by https, but PUBLIC_URL is ${publicUrl}, so cookies are not protected, and links lead to http.`,
      remedy: `Set PUBLIC_URL to ${publicUrl.replace('http:', 'https:')} and restart the site.`,
    });
  if (isMost(seen.plainHttp))
    findings.push({
      id: 'https-cookies-over-http',
      severity: 'error',
      about,
      sentence: `Browsers reach the site by http, but PUBLIC_URL is ${publicUrl}, so they do not keep its cookies, and videos and sign-ins fail.`,
      remedy:
        'Put the https proxy in front (docs/delivery.md), and keep the port of the site from others with BIND_ADDRESS or HOST=127.0.0.1. Without https, set PUBLIC_URL to the http address.',
    });
  if (isMost(seen.unknownProxy))
    findings.push({
      id: 'proxy-unknown',
      severity: 'warning',
      about: 'TRUSTED_PROXIES',
      sentence: `A proxy at ${seen.unknownProxyAddress} passes requests on, but is not in TRUSTED_PROXIES, so all visitors count as one address and share its limits.`,
      remedy: `Add it to TRUSTED_PROXIES (now: ${trustedProxies ?? 'empty'}) and restart the site.`,
    });
  else if (publicUrl.startsWith('https:') && trustedProxies === null)
    findings.push({
      id: 'proxies-not-named',
      severity: 'warning',
      about: 'TRUSTED_PROXIES',
      sentence:
        'PUBLIC_URL is https, so a proxy is in front, but TRUSTED_PROXIES is not set, so all visitors count as one address and share its limits.',
      remedy: 'Set TRUSTED_PROXIES to the address of the proxy: loopback if it runs on this machine.',
    });
  return findings;
}

const certificate: Rule = ({ gateway, now }) => {
  const found = gateway?.figures.address?.certificate;
  if (!found) return [];
  const remedy =
    'Renew it. Caddy and certbot normally do so automatically: check their log (logs/caddy.log in the data folder, docker compose logs proxy, or journalctl -u caddy). The name must resolve to this machine, and port 80 or 443 must be reachable from outside.';
  const leftMs = Date.parse(found.validUntil) - now.getTime();
  const lifetimeMs = Date.parse(found.validUntil) - Date.parse(found.validFrom);
  const isWithin = ({ days, share }: typeof SOON) => leftMs < Math.min(days * DAY_MS, share * lifetimeMs);
  if (found.problem !== null || leftMs < 0)
    return [
      {
        id: 'certificate-invalid',
        severity: 'error',
        about: 'certificate',
        sentence: `Browsers refuse the certificate of the site: ${leftMs < 0 ? `it ended on ${found.validUntil.slice(0, 10)}` : found.problem}.`,
        remedy,
      },
    ];
  if (!isWithin(SOON)) return [];
  const days = Math.floor(leftMs / DAY_MS);
  const hours = Math.floor(leftMs / HOUR_MS);
  const left =
    days > 0 ? `${days} ${days === 1 ? 'day' : 'days'}` : `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
  return [
    {
      id: 'certificate-expiring',
      severity: isWithin(VERY_SOON) ? 'error' : 'warning',
      about: 'certificate',
      sentence: `The certificate of the site ends on ${found.validUntil.slice(0, 10)}, in ${left}.`,
      remedy,
    },
  ];
};

export const addressRules: Rule[] = [address, reach, proxies, certificate];
