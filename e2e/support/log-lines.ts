import type { Stack } from '@larksong/local';

/** What the services of a site have written about failures that are their own fault. */
export function findInternalFailures(site: Stack): string[] {
  return ['auth', 'catalog', 'game', 'gateway'].flatMap((name) =>
    site
      .logs(name)
      .split('\n')
      .filter((line) => line.includes('"code":"INTERNAL"')),
  );
}
