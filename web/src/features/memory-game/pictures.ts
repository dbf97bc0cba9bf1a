/** Pictures of cards, held in memory so that they are there at once, also without network. */
export interface Pictures {
  /** Resolves when each picture is here or will not come; never rejects. */
  load: (addresses: Iterable<string>) => Promise<void>;
  /** What an `<img>` takes: the copy in memory, else the address itself. */
  sourceOf: (address: string) => string;
  /** Gives the memory back; what is asked for afterwards is loaded anew. */
  release: () => void;
}

interface Held {
  source: string;
  /** Kept, since a browser forgets how a picture looks that nothing shows. */
  image: HTMLImageElement;
}

export function createPictures(): Pictures {
  const held = new Map<string, Held>();
  const loading = new Map<string, Promise<void>>();

  async function hold(address: string): Promise<void> {
    try {
      const response = await fetch(address);
      if (!response.ok) return;
      const source = URL.createObjectURL(await response.blob());
      const image = new Image();
      image.src = source;
      held.set(address, { source, image });
      await image.decode();
    } catch {
      // The card tries the address itself, and shows the word if that fails too.
    } finally {
      loading.delete(address);
    }
  }

  function loadOne(address: string): Promise<void> {
    if (held.has(address)) return Promise.resolve();
    const promise = loading.get(address) ?? hold(address);
    loading.set(address, promise);
    return promise;
  }

  return {
    load: async (addresses) => {
      await Promise.all([...new Set(addresses)].map(loadOne));
    },
    sourceOf: (address) => held.get(address)?.source ?? address,
    release: () => {
      for (const { source } of held.values()) URL.revokeObjectURL(source);
      held.clear();
    },
  };
}
