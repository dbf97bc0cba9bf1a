import { createStorage, PART_BYTES } from '../src/storage/index.ts';

/** A process that uploads objects in parts, one at a time, until it is killed. */

const storage = createStorage({ STORAGE_DIR: process.argv[2] ?? '' });
process.stdout.write('started\n');
for (let round = 0; ; round += 1) {
  const key = `crash/${process.pid}/${round}`;
  const bytes = Buffer.alloc(PART_BYTES + 1000, key);
  const upload = await storage.startUpload(key);
  const parts = [
    await storage.putPart(upload, 2, bytes.subarray(PART_BYTES)),
    await storage.putPart(upload, 1, bytes.subarray(0, PART_BYTES)),
  ];
  await storage.completeUpload(upload, parts);
}
