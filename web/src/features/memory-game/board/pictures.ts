import { fetchMedium } from '../sounds/media.ts';

/** Pictures of cards, kept in memory so that they appear at once, even without a network. */
export interface Pictures {
  /** Resolves to whether all of these pictures are loaded, if the server has them. Never rejects. */
  load: (addresses: Iterable<string>) => Promise<boolean>;
  /** Returns the `src` for an `<img>`: the copy in memory, otherwise the address itself. */
  sourceOf: (address: string) => string;
  /** Frees the memory; later requests load the pictures again. */
  release: () => void;
}

interface Held {
  source: string;
  /** Kept, since browsers discard decoded pictures that are not shown. */
  image: HTMLImageElement;
}

/** Creates an empty store of pictures; `release` frees it. */
export function createPictures(): Pictures {
  const held = new Map<string, Held>();
  const loading = new Map<string, Promise<boolean>>();

  async function hold(address: string): Promise<boolean> {
    try {
      const bytes = await (await fetchMedium(address))?.blob();
      if (bytes) await show(address, bytes);
      return true;
    } catch {
      // The card tries the address itself, and shows the word if that fails too.
      return false;
    } finally {
      loading.delete(address);
    }
  }

  async function show(address: string, bytes: Blob): Promise<void> {
    const source = URL.createObjectURL(bytes);
    const image = new Image();
    image.src = source;
    held.set(address, { source, image });
    try {
      await image.decode();
    } catch {
      // A broken picture stays broken: its card shows the word.
    }
  }

  function loadOne(address: string): Promise<boolean> {
    if (held.has(address)) return Promise.resolve(true);
    const promise = loading.get(address) ?? hold(address);
    loading.set(address, promise);
    return promise;
  }

  return {
    load: async (addresses) => {
      const results = await Promise.all([...new Set(addresses)].map(loadOne));
      return results.every(Boolean);
    },
    sourceOf: (address) => held.get(address)?.source ?? address,
    release: () => {
      for (const { source } of held.values()) URL.revokeObjectURL(source);
      held.clear();
    },
  };
}
