import type { Plugin } from 'vite';

import { UNUSED_PARTS } from '../src/features/player/stream/unused-parts.ts';

/** Patterns of code that mentions an unused class, so that the build would keep it, with their replacements. */
const UNUSED_CODE: readonly (readonly [found: RegExp, left: string])[] = [
  ...UNUSED_PARTS.map(
    (part) => [new RegExp(`^  ${part}: \\w+ ?(?=,?$)`, 'm'), `  ${part}: undefined`] as const,
  ),
  // our segments are MP4, which the first demuxer of the list reads
  [/^(const muxConfig = \[\{\n  demux: MP4Demuxer,\n[^}]+\}), [^\]]+(?=\];\n)/m, '$1'],
  [/^\{\n  muxConfig\.splice\([^}]+\}\);\n\}/m, ''],
  [/initSegmentData && TSDemuxer\.probe\(initSegmentData, this\.logger\)/, 'false'],
  [/^EMEController\.CDMCleanupPromise = void 0;$/m, ''],
];

/** Removes mentions of the parts of hls.js that our streams do not need. Fails if one is missing. */
export function leaveOutUnusedHls(): Plugin {
  return {
    name: 'larksong:leave-out-unused-hls',
    apply: 'build',
    transform: {
      filter: { id: /\/hls\.js\/dist\/hls\.mjs$/ },
      handler(code) {
        return UNUSED_CODE.reduce((rest, [found, left]) => {
          if (!found.test(rest)) this.error(`hls.js has no code that matches ${found}.`);
          return rest.replace(found, left);
        }, code);
      },
    },
  };
}
