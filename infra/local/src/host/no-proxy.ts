/** Addresses of this machine, at which the parts of a site reach each other. */
const HERE = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Excludes this machine from the proxy of the environment, which Node uses for all calls if `NODE_USE_ENV_PROXY` is set:
 * calls to the services would otherwise go to a proxy that cannot reach them.
 */
export function excludeLoopback(environment: NodeJS.ProcessEnv): void {
  const kept = environment['no_proxy'] ?? environment['NO_PROXY'] ?? '';
  const names = kept.split(/[\s,]+/).filter(Boolean);
  if (names.includes('*')) return;
  const all = [...names, ...HERE.filter((name) => !names.includes(name))].join(',');
  for (const name of ['no_proxy', 'NO_PROXY']) environment[name] = all;
}
