import { Nullable, Uuid } from '@larksong/contracts';
import type { ValidateFunction } from 'ajv';
import type { FastifyError } from 'fastify';
import { Type, type TSchema, type TSchemaOptions } from 'typebox';
import { describe, expect, it } from 'vitest';

import { createValidatorCompiler, fromValidation } from './validation.ts';

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

describe('an id', () => {
  const id = '0198F3C2-7A1E-7D40-B1C9-5E2F6A90D8E1';
  const of = (field: TSchema, value: unknown) => {
    const given = { field: value, text: id };
    const validate = createValidatorCompiler()({
      schema: Type.Object({ field, text: Type.String() }),
      httpPart: 'body',
      method: 'POST',
      url: '/',
    });
    return { isValid: validate(given) === true, ...given };
  };

  it('is converted to lower case, also where it may be null or is one of a list; other text stays', () => {
    expect(of(Uuid, id)).toEqual({ isValid: true, field: id.toLowerCase(), text: id });
    expect(of(Nullable(Uuid), id)).toMatchObject({ isValid: true, field: id.toLowerCase() });
    expect(of(Nullable(Uuid), null)).toMatchObject({ isValid: true, field: null });
    expect(of(Type.Array(Uuid), [id])).toMatchObject({ isValid: true, field: [id.toLowerCase()] });
  });

  it('that is malformed is refused and left as it is', () => {
    expect(of(Uuid, 'ABC')).toMatchObject({ isValid: false, field: 'ABC' });
  });
});

/** What somebody reads whose value for `field` is refused. */
function sentenceFor(field: TSchema, value: unknown): string {
  const compiler = createValidatorCompiler();
  const validate = compiler({
    schema: Type.Object({ field }),
    httpPart: 'querystring',
    method: 'GET',
    url: '/',
  }) as ValidateFunction; // of Ajv, which keeps the errors
  expect(validate({ field: value })).toBe(false);
  const error = Object.assign(new Error('refused'), {
    validation: validate.errors ?? [],
    validationContext: 'querystring',
  });
  return fromValidation(error as unknown as FastifyError).message; // as Fastify makes it
}

describe('a refusal', () => {
  const message = 'order is up or down.';
  const order = (options: TSchemaOptions = {}) =>
    Type.Union([Type.Literal('up'), Type.Literal('down')], options);

  it('is the sentence of the field', () => {
    expect(sentenceFor(Type.Integer({ message: 'field is a number.' }), 'x')).toBe('field is a number.');
  });

  it('is the sentence of a choice, also of one within others', () => {
    expect(sentenceFor(order({ message }), 'x')).toBe(message);
    expect(sentenceFor(Nullable(order({ message })), 'x')).toBe(message);
    expect(sentenceFor(Type.Array(order({ message })), ['up', 'x'])).toBe(message);
  });

  it('is the sentence of a whole choice rather than of one of its parts', () => {
    const part = Type.String({ minLength: 5, message: 'A name has five letters.' });
    expect(sentenceFor(Type.Union([part, Type.Literal('up')], { message }), 'x')).toBe(message);
    expect(sentenceFor(Nullable(part), 'x')).toBe('A name has five letters.');
  });

  it('names the field when there is no sentence', () => {
    expect(sentenceFor(order(), 'x')).toBe('field is not valid.');
  });
});
