import { catalog } from '@larksong/contracts';

import { readStored, writeStored } from '../../lib/storage.ts';

/** What somebody wanted to tell. */
export interface FlagDraft {
  kind: catalog.FlagKind | null;
  text: string;
}

const KEY = 'flag';

/** Returns what could not be sent about a video; an empty draft if there is nothing. */
export function readKept(videoId: string): FlagDraft {
  try {
    const kept = JSON.parse(readStored(KEY) ?? '{}') as Partial<FlagDraft & { videoId: string }>; // checked below
    const kind = catalog.FLAG_KINDS.find((one) => one === kept.kind) ?? null;
    if (kept.videoId === videoId) return { kind, text: typeof kept.text === 'string' ? kept.text : '' };
  } catch {
    // Something else stands there.
  }
  return { kind: null, text: '' };
}

/** Keeps on this device what could not be sent about a video, instead of the one before; null forgets it. */
export function keep(videoId: string, draft: FlagDraft | null): void {
  writeStored(KEY, draft && JSON.stringify({ videoId, ...draft }));
}
