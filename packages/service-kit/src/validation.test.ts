import { Nullable } from '@larksong/contracts';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';

import { createValidatorCompiler } from './validation.ts';

const schema = Type.Object({ name: Nullable(Type.String()), count: Type.Optional(Type.Integer()) });

function check(httpPart: 'body' | 'querystring', value: unknown): { isValid: boolean; value: unknown } {
  const validate = createValidatorCompiler()({ schema, httpPart, method: 'POST', url: '/' });
  return { isValid: validate(value) === true, value };
}

describe('what comes in', () => {
  it('of JSON is taken as it is', () => {
    expect(check('body', { name: null })).toEqual({ isValid: true, value: { name: null } });
    expect(check('body', { name: '' })).toEqual({ isValid: true, value: { name: '' } });
    expect(check('body', { name: 5 }).isValid).toBe(false);
    expect(check('body', { name: null, count: '3' }).isValid).toBe(false);
  });

  it('of an address becomes what it stands for', () => {
    expect(check('querystring', { name: 'x', count: '3' })).toEqual({
      isValid: true,
      value: { name: 'x', count: 3 },
    });
  });
});
