import type { Plugin } from 'vite';

/**
 * Modules of React Router that only its framework mode and measuring tools need: prefetching of pages that a server
 * renders, and instrumentation. What is left is what they do without either.
 */
const SHORTENED: Readonly<Record<string, string>> = {
  'dom/ssr/components.js': `
    import { createContext, useRef } from 'react';
    export const FrameworkContext = /* @__PURE__ */ createContext(undefined);
    export const PrefetchPageLinks = () => null;
    export const usePrefetchBehavior = () => [false, useRef(null), {}];
    export const mergeRefs = (ref) => ref;`,
  'router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => {};
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;`,
};

const MODULE =
  /\/react-router\/dist\/production\/lib\/(dom\/ssr\/components\.js|router\/instrumentation\.js)$/;

/** Replaces these modules. Fails if React Router lacks one of them, or uses something of it that was left out. */
export function leaveOutUnusedRouter(): Plugin {
  const missing = new Set(Object.keys(SHORTENED));
  return {
    name: 'larksong:leave-out-unused-router',
    apply: 'build',
    transform: {
      filter: { id: MODULE },
      handler(code, id) {
        const path = MODULE.exec(id)?.[1] ?? '';
        missing.delete(path);
        const [names = ''] = /(?<=^export \{)[^}]+/m.exec(code) ?? [];
        return { code: shorten(path, names.match(/\w+/g) ?? []), map: null, moduleSideEffects: false };
      },
    },
    generateBundle(_, bundle) {
      if (missing.size > 0) this.error(`React Router has no ${[...missing].join(', ')}.`);
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.code.includes(ABSENT))
          this.error('React Router uses a part that web/build/leave-out-unused-router.ts leaves out.');
    },
  };
}

/** What stands in the place of all other exports, which the index of React Router lists. */
const ABSENT = 'left out of React Router';

function shorten(path: string, names: readonly string[]): string {
  const shortened = SHORTENED[path] ?? '';
  const absent = names.filter((name) => !new RegExp(`const ${name} =`).test(shortened));
  return [shortened, ...absent.map((name) => `export const ${name} = '${ABSENT}';`)].join('\n');
}
