import { randomUUID } from 'node:crypto';

import type { Endpoint } from '@larksong/contracts';

/**
 * Makes all checked calls of a service, without their input, and returns the operation ids of those that admit these
 * headers, whatever they say of the missing input.
 */
export async function listAdmitted(
  url: string,
  calls: Record<string, unknown>,
  headers: Record<string, string>,
): Promise<string[]> {
  const checked = Object.values(calls)
    .filter(isEndpoint)
    .filter(({ access }) => access !== 'anyone');
  const admitted = [];
  for (const { method, path, operationId } of checked) {
    const answer = await fetch(url + path.replaceAll(/:\w+/g, randomUUID()), { method, headers });
    const isRefused = answer.status === 401 || answer.status === 404;
    const code = isRefused ? ((await answer.json()) as { code: string }).code : undefined; // the envelope
    if (code !== 'UNAUTHENTICATED' && code !== 'NOT_FOUND') admitted.push(operationId);
  }
  return admitted.toSorted();
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'operationId' in value;
}
