import { Uuid } from '@larksong/contracts';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';

import { newId, parseUuid, UUID_PATTERN } from './ids.ts';

const id = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1';

describe('parseUuid', () => {
  it.each([
    [id, true],
    [id.toUpperCase(), true],
    [newId(), true],
    ['', false],
    [`${id}\n`, false],
    [`${id}0`, false],
    [` ${id}`, false],
    [`{${id}}`, false],
    [id.replaceAll('-', ''), false],
    ['-'.repeat(36), false],
    [id.replace('0198', '019g'), false],
  ])('parseUuid and the Uuid schema agree that %j is a UUID: %s', (text, expected) => {
    expect(parseUuid(text)).toBe(expected ? text.toLowerCase() : undefined);
    expect(Value.Check(Uuid, text)).toBe(expected);
  });
});

describe('UUID_PATTERN', () => {
  it('UUID_PATTERN has no groups and matches ids in lower case only', () => {
    expect(new RegExp(`^(a)/${UUID_PATTERN}/(b)$`).exec(`a/${id}/b`)?.slice(1)).toEqual(['a', 'b']);
    expect(new RegExp(`^${UUID_PATTERN}$`).test(id.toUpperCase())).toBe(false);
  });
});
