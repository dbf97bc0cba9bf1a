import { because, Nullable, Uuid, type Explanation } from '@larksong/contracts';
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

describe('incoming values', () => {
  it('values in JSON are not converted', () => {
    expect(check('body', { name: null })).toEqual({ isValid: true, value: { name: null } });
    expect(check('body', { name: '' })).toEqual({ isValid: true, value: { name: '' } });
    expect(check('body', { name: 5 }).isValid).toBe(false);
    expect(check('body', { name: null, count: '3' }).isValid).toBe(false);
  });

  it('values in a query string are converted to the declared type', () => {
    expect(check('querystring', { name: 'x', count: '3' })).toEqual({
      isValid: true,
      value: { name: 'x', count: 3 },
    });
  });
});

describe('ids', () => {
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

  it('an id is converted to lower case, also in a nullable field or a list, and other text is not', () => {
    expect(of(Uuid, id)).toEqual({ isValid: true, field: id.toLowerCase(), text: id });
    expect(of(Nullable(Uuid), id)).toMatchObject({ isValid: true, field: id.toLowerCase() });
    expect(of(Nullable(Uuid), null)).toMatchObject({ isValid: true, field: null });
    expect(of(Type.Array(Uuid), [id])).toMatchObject({ isValid: true, field: [id.toLowerCase()] });
  });

  it('a malformed id is rejected and not converted', () => {
    expect(of(Uuid, 'ABC')).toMatchObject({ isValid: false, field: 'ABC' });
  });
});

/** Returns the failure for a rejected value of `field`. */
function failureFor(field: TSchema, value: unknown): Partial<Explanation> {
  const compiler = createValidatorCompiler();
  const validate = compiler({
    schema: Type.Object({ field }),
    httpPart: 'querystring',
    method: 'GET',
    url: '/',
  }) as ValidateFunction; // Ajv's function, which stores the errors
  expect(validate({ field: value })).toBe(false);
  const error = Object.assign(new Error('refused'), {
    validation: validate.errors ?? [],
    validationContext: 'querystring',
  });
  const { message, reason, values } = fromValidation(error as unknown as FastifyError); // as Fastify builds it
  return { message, ...(reason ? { reason } : {}), ...(values ? { values } : {}) };
}

const sentenceFor = (field: TSchema, value: unknown) => failureFor(field, value).message;

describe('sentences of rejected values', () => {
  const own = because('video.sort-not-valid');
  const { message } = own;
  const order = (options: TSchemaOptions = {}) =>
    Type.Union([Type.Literal('up'), Type.Literal('down')], options);

  it('a rejected value is reported with the sentence of its field', () => {
    expect(sentenceFor(Type.Integer({ ...because('game.limit') }), 'x')).toBe(
      'limit must be a whole number from 2 to 100.',
    );
    const many = because('video.too-many-tags', { maximum: 50 });
    expect(failureFor(Type.Integer({ ...many }), 'x')).toEqual(many);
  });

  it('a rejected value of a union, also a nested one, is reported with the sentence of the union', () => {
    expect(sentenceFor(order({ ...own }), 'x')).toBe(message);
    expect(sentenceFor(Nullable(order({ ...own })), 'x')).toBe(message);
    expect(sentenceFor(Type.Array(order({ ...own })), ['up', 'x'])).toBe(message);
  });

  it('the sentence of a union takes precedence over those of its members', () => {
    const part = Type.String({ minLength: 5, ...because('account.password-length') });
    expect(sentenceFor(Type.Union([part, Type.Literal('up')], { ...own }), 'x')).toBe(message);
    expect(sentenceFor(Nullable(part), 'x')).toBe('A password must have 8 to 128 characters.');
  });

  it('a rejected value without a sentence is reported with the name of its field', () => {
    expect(sentenceFor(order(), 'x')).toBe('field is not valid.');
  });
});
