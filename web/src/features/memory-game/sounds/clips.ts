import { fetchMedium } from './media.ts';

/** Decoded sounds, kept in memory. Without Web Audio there are none. */
export interface Clips {
  /** Resolves to whether all of these sounds are decoded, if the server has them. Never rejects. */
  load: (addresses: Iterable<string>) => Promise<boolean>;
  /** Resolves once those of these sounds that are loading now are decoded; undefined if none is loading. */
  awaitLoading: (addresses: readonly string[]) => Promise<unknown> | undefined;
  /** Returns those of these sounds that are decoded. */
  find: (addresses: readonly string[]) => AudioBuffer[];
  clear: () => void;
}

/** The decoding rate; playback converts it to the rate of the device. */
const SAMPLE_RATE = 48_000;

/** Creates an empty store of sounds. Opens no audio device. */
export function createClips(): Clips {
  const decode = createDecoder();
  const clips = new Map<string, AudioBuffer>();
  const loading = new Map<string, Promise<boolean>>();

  async function fetchClip(address: string): Promise<boolean> {
    try {
      const bytes = await (await fetchMedium(address))?.arrayBuffer();
      const clip = bytes && (await decode(bytes));
      if (clip) clips.set(address, clip);
      return true;
    } catch {
      return false;
    } finally {
      loading.delete(address);
    }
  }

  function loadOne(address: string): Promise<boolean> {
    if (clips.has(address) || typeof OfflineAudioContext === 'undefined') return Promise.resolve(true);
    const promise = loading.get(address) ?? fetchClip(address);
    loading.set(address, promise);
    return promise;
  }

  return {
    load: async (addresses) => {
      const results = await Promise.all([...new Set(addresses)].map(loadOne));
      return results.every(Boolean);
    },
    awaitLoading: (addresses) => {
      const waiting = addresses.flatMap((address) => loading.get(address) ?? []);
      return waiting.length > 0 ? Promise.all(waiting) : undefined;
    },
    find: (addresses) => addresses.flatMap((address) => clips.get(address) ?? []),
    clear: () => clips.clear(),
  };
}

/** Returns a function that decodes sounds. A broken one is undefined, and stays silent. */
function createDecoder() {
  let decoder: OfflineAudioContext | undefined;
  return (bytes: ArrayBuffer): Promise<AudioBuffer | undefined> => {
    decoder ??= new OfflineAudioContext(1, 1, SAMPLE_RATE);
    return decoder.decodeAudioData(bytes).catch(() => undefined);
  };
}
