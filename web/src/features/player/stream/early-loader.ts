import { XhrLoader } from 'hls.js';

import { takeEarly, type EarlyFile } from '../../../api/early-files.ts';

/** Loads files for hls.js; uses the responses of those that were requested early. */
export class EarlyLoader extends XhrLoader {
  protected override loadInternal(): void {
    const early = this.context && takeEarly(this.context.url);
    if (!early) return super.loadInternal();
    void early.then((file) => {
      if (!this.callbacks || this.stats.aborted) return; // stopped meanwhile
      if (file) this.#deliver(file);
      else super.loadInternal();
    });
  }

  #deliver({ bytes, waitMs, loadMs }: EarlyFile): void {
    const { callbacks, context, stats } = this;
    if (!callbacks || !context) return;
    // As if it had been requested later, since the time that the file waited here says nothing about the connection.
    const endMs = performance.now();
    const startMs = endMs - loadMs;
    stats.loading = { start: startMs, first: startMs + waitMs, end: endMs };
    stats.loaded = stats.total = bytes.byteLength;
    const data = context.responseType === 'arraybuffer' ? bytes : new TextDecoder().decode(bytes);
    callbacks.onSuccess({ url: context.url, data, code: 200 }, stats, context, null);
  }
}
