import manifest from '../../../../package.json' with { type: 'json' };

/** Returns the version of Larksong, which all packages share: that of the root `package.json`. */
export function siteVersion(): string {
  return manifest.version;
}
