import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

import { readCount } from '../src/testing/random.ts';
import { createStorage, uploadStream, type StorageConfig } from '../src/storage/index.ts';

/** A separate process that streams much into storage and prints the growth of its resident memory in bytes. */

const TOTAL_BYTES = readCount('STREAMED_MB', 120) * 1e6;
// Passed by the test that starts this process.
const storage = createStorage(JSON.parse(process.env['CONFIG'] ?? '') as StorageConfig);
await storage.put('memory/warm-up', randomBytes(1000));

let left = TOTAL_BYTES;
const source = new Readable({
  read() {
    // Fresh memory for each chunk, as from a socket.
    const chunk = Buffer.alloc(Math.min(left, 64 * 1024), left % 251);
    left -= chunk.length;
    this.push(chunk.length > 0 ? chunk : null);
  },
});

const before = process.memoryUsage.rss();
let peak = before;
const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
const start = performance.now();
const { sizeBytes } = await uploadStream(storage, { key: 'memory/large', source, maxBytes: TOTAL_BYTES });
const tookMs = performance.now() - start;
clearInterval(timer);
await storage.deletePrefix('memory/');
await storage.close();
process.stdout.write(JSON.stringify({ sizeBytes, growthBytes: peak - before, tookMs }));
