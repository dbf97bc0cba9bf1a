import type { FindingSentences } from './finding-sentences.ts';

const PROBLEM = '{problem, select, none{} other{ ({problem})}}';

const RENEW =
  'Renew it. Caddy and certbot normally do so automatically: check their log (logs/caddy.log in the data folder, docker compose logs proxy, or journalctl -u caddy). The name must resolve to this machine, and port 80 or 443 must be reachable from outside.';

export const ADDRESS_FINDINGS = {
  'public-url-local': {
    sentence: 'PUBLIC_URL is {url}. Nobody else can open this: links in mails and shared links lead nowhere.',
    remedy: 'Set PUBLIC_URL to the address parents will type, and restart the site.',
  },
  'public-url-inside': {
    sentence: 'PUBLIC_URL is {url}. People outside your network cannot open this.',
    remedy: 'If families should use the site at home, set PUBLIC_URL to a public address.',
  },
  'public-url-differs': {
    sentence:
      'People use the site at {host}, but PUBLIC_URL is {url}: links in mails and shared links point there.',
    remedy: 'Set PUBLIC_URL to the address that people type, and restart the site.',
  },
  'public-url-unreachable': {
    sentence: `The site cannot be reached at {url}${PROBLEM}.`,
    remedy:
      'Check PUBLIC_URL, the name in DNS, the firewall, and whether the proxy runs. If people reach the site at this address, all is well.',
  },
  'public-url-elsewhere': {
    sentence: `At {url}, something other than this site answers${PROBLEM}.`,
    remedy: 'Check PUBLIC_URL, the name in DNS, and the port to which the proxy passes requests.',
  },
  'https-not-in-public-url': {
    sentence:
      'Browsers reach the site by https, but PUBLIC_URL is {url}, so cookies are not protected, and links lead to http.',
    remedy: 'Set PUBLIC_URL to {httpsUrl} and restart the site.',
  },
  'https-cookies-over-http': {
    sentence:
      'Browsers reach the site by http, but PUBLIC_URL is {url}, so they do not keep its cookies, and videos and sign-ins fail.',
    remedy:
      'Put the https proxy in front (docs/delivery.md), and keep the port of the site from others with BIND_ADDRESS or HOST=127.0.0.1. Without https, set PUBLIC_URL to the http address.',
  },
  'proxy-unknown': {
    sentence:
      'A proxy at {address} passes requests on, but is not in TRUSTED_PROXIES, so all visitors count as one address and share its limits.',
    remedy:
      'Add it to TRUSTED_PROXIES (now: {proxies, select, none{empty} other{{proxies}}}) and restart the site.',
  },
  'proxies-not-named': {
    sentence:
      'PUBLIC_URL is https, so a proxy is in front, but TRUSTED_PROXIES is not set, so all visitors count as one address and share its limits.',
    remedy: 'Set TRUSTED_PROXIES to the address of the proxy: loopback if it runs on this machine.',
  },
  'certificate-expiring': {
    sentence:
      'The certificate of the site ends on {endsAt}, in {dayCount, plural, =0{{hourCount, plural, one{{hourCount} hour} other{{hourCount} hours}}} one{{dayCount} day} other{{dayCount} days}}.',
    remedy: RENEW,
  },
  'certificate-invalid': {
    sentence:
      'Browsers refuse the certificate of the site: {reason, select, ended{it ended on {endsAt}} name{it is for {certificateName, select, none{another name} other{{certificateName}}}, not for {host}} other{{problem}}}.',
    remedy: RENEW,
  },
} as const satisfies FindingSentences;
