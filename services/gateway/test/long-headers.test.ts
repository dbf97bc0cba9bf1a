import { buildServer } from '@larksong/service-kit';
import { createTestLogger } from '@larksong/service-kit/testing';
import { expect, test } from 'vitest';

import { sendRaw, startGateway } from './start-gateway.ts';

test('a request as long as the gateway accepts reaches its service', async () => {
  const service = buildServer({ name: 'catalog', logger: createTestLogger() });
  const origin = await service.listen({ host: '127.0.0.1', port: 0 });
  const gateway = await startGateway({ CATALOG_URL: origin });
  try {
    const found = new Set<string>();
    for (let length = 14_000; length <= 17_000; length += 250) {
      const target = `/api/videos/nothing?q=${'a'.repeat(length)}`;
      const answer = await sendRaw(
        gateway.port,
        `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      );
      const id = /^x-request-id: (\S+)\r$/m.exec(answer)?.[1];
      expect(answer).toContain(`"requestId":"${id}"`);
      found.add(answer.slice(9, 12));
    }
    expect(found).toEqual(new Set(['404', '400'])); // from the service, and for those that are too long
  } finally {
    await gateway.stop();
    await service.close();
  }
});
