import manifest from '../../../../package.json' with { type: 'json' };

/**
 * Returns the version of Larksong, which all packages share. Launcher and images state it with the commit between
 * releases, as `infra/compose/version.sh` prints it; otherwise it is that of the root `package.json`.
 */
export function siteVersion(): string {
  return process.env['LARKSONG_VERSION'] || manifest.version;
}
