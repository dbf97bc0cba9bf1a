import type { Stack } from '@larksong/local';

/** Returns the services' log lines about internal failures. */
export function findInternalFailures(site: Stack): string[] {
  return ['auth', 'catalog', 'game', 'gateway'].flatMap((name) =>
    site
      .logs(name)
      .split('\n')
      .filter((line) => line.includes('"code":"INTERNAL"')),
  );
}
