/** The name of the site on https, where its certificate comes from, and the ports of Caddy. */
export interface HttpsSettings {
  site: string;
  /** `internal`: from the site's own authority, whose certificate visitors' devices must trust. */
  tls: 'acme' | 'internal';
  port: number;
  plainPort: number;
}

/** Returns the address of a site in browsers. */
export function originOf({ site, port }: HttpsSettings): string {
  return `https://${site}${port === 443 ? '' : `:${port}`}`;
}
