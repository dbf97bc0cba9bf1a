import { randomBytes } from 'node:crypto';

import { expect, test } from 'vitest';

import { describeDrivers } from './storage-drivers.ts';

describeDrivers('objects in memory of the caller', ['file', 's3'], (context) => {
  test.each([0, 1, 1000, 700_000])(
    'an object of %i bytes is read into buffers of the caller',
    async (sizeBytes) => {
      const { storage } = context();
      const bytes = randomBytes(sizeBytes);
      const put = await storage.put('whole', bytes);
      const buffers: Buffer[] = [];
      const info = await storage.read('whole', (size) => {
        for (let left = size; left > 0; left -= 100_000) buffers.push(Buffer.alloc(Math.min(left, 100_000)));
        return buffers;
      });
      expect(Buffer.concat(buffers).equals(bytes)).toBe(true);
      expect(info).toMatchObject({ key: 'whole', sizeBytes, etag: put.etag });
    },
  );

  test('a range of an object is read into a buffer of the caller', async () => {
    const { storage } = context();
    const bytes = randomBytes(1000);
    await storage.put('whole', bytes);
    const buffers = [Buffer.alloc(50), Buffer.alloc(50)];
    const info = await storage.read('whole', () => buffers, { start: 300, end: 399 });
    expect(Buffer.concat(buffers).equals(bytes.subarray(300, 400))).toBe(true);
    expect(info).toMatchObject({ sizeBytes: 1000 });
  });

  test('an object that the caller does not want, or that does not exist, is not read', async () => {
    const { storage } = context();
    await storage.put('unwanted', randomBytes(1000));
    expect(await storage.read('unwanted', () => undefined)).toMatchObject({ sizeBytes: 1000 });
    expect(await storage.read('missing', () => expect.unreachable())).toBeUndefined();
  });
});
