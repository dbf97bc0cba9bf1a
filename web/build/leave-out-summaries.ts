import type { Plugin } from 'vite';

/** A summary of a call as the formatter writes it, with its value on the same line or the next. */
const SUMMARY = /^(\s*summary:)\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),$/gm;

/** Returns a module of the contracts with empty summaries. */
export function withoutSummaries(code: string): string {
  return code.replaceAll(SUMMARY, "$1 '',");
}

/** Empties the summaries of calls, which only the OpenAPI description needs: 3 kB of every first visit. */
export function leaveOutSummaries(): Plugin {
  return {
    name: 'larksong:leave-out-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/packages\/contracts\/src\/.*\.ts$/ },
      handler: (code) => ({ code: withoutSummaries(code), map: null }),
    },
  };
}
