import { because, type Explanation } from '@larksong/contracts';
import { Ajv, type AnySchemaObject, type Options, type ValidateFunction } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import buildSerializer, { type AnySchema } from 'fast-json-stringify';
import type { FastifyError, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';

import { AppError } from '../base/errors.ts';

// `verbose` adds the schema to errors, which has the explanations for forms.
const OPTIONS: Options = {
  verbose: true,
  keywords: ['message', 'reason', 'values'],
  useDefaults: true,
  allErrors: false,
};

// Servers of one process share what was compiled: tests start hundreds of them.
const asText = addLowerCase(new Ajv({ ...OPTIONS, coerceTypes: 'array' }));
const asJson = addLowerCase(new Ajv(OPTIONS));
const serializers = new WeakMap<object, (value: unknown) => string>();

/**
 * Returns the compiler of the contracts' schemas for requests. Parts of URLs are text and are converted to numbers and
 * booleans; JSON is not converted: null stays null, and a quoted number is not a number. Defaults are filled in, and text
 * declared as `lowerCase` (ids) is converted everywhere. A schema is compiled when its first value arrives: a service
 * knows many schemas that it seldom or never needs, and compiling them all is most of its start.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  return ({ schema, httpPart }) => {
    let compiled: ValidateFunction | undefined;
    const validate: ReturnType<FastifySchemaCompiler<object>> = (value: unknown) => {
      compiled ??= (httpPart === 'body' ? asJson : asText).compile(schema);
      const isValid = compiled(value);
      validate.errors = compiled.errors ?? null;
      return isValid;
    };
    return validate;
  };
}

/** Returns the compiler of the contracts' schemas for responses, which compiles a schema for its first response, too. */
export function createSerializerCompiler(): FastifySerializerCompiler<AnySchema> {
  return ({ schema }) =>
    (value) =>
      serializerOf(schema)(value);
}

function serializerOf(schema: AnySchema & object): (value: unknown) => string {
  const known = serializers.get(schema);
  if (known) return known;
  const serialize = buildSerializer(schema);
  serializers.set(schema, serialize);
  return serialize;
}

/** Adds the keyword that converts a text to lower case in place, after the schema's other keywords. */
function addLowerCase(ajv: Ajv): Ajv {
  return ajv.addKeyword({
    keyword: 'lowerCase',
    type: 'string',
    schemaType: 'boolean',
    modifying: true,
    errors: false,
    validate: (isWanted: boolean, text: string, _schema?: AnySchemaObject, at?: DataValidationCxt) => {
      if (isWanted && at)
        (at.parentData as Record<string, unknown>)[at.parentDataProperty] = text.toLowerCase();
      return true;
    },
  });
}

/** Returns whether an error comes from the validation of a request. */
export function isValidation(error: unknown): error is FastifyError {
  return error instanceof Error && 'validation' in error && Array.isArray(error.validation);
}

/** A schema with the explanation (`because`) of what it accepts. */
type ExplainedSchema = Record<string, unknown> & Partial<Explanation>;

interface Finding {
  instancePath: string;
  parentSchema?: ExplainedSchema;
  params: Record<string, unknown>;
  keyword: string;
}

/** Returns VALIDATION_FAILED with the explanation in the field's schema, or one made from the field's name. */
export function fromValidation(error: FastifyError): AppError {
  const findings = (error.validation ?? []) as Finding[]; // as Ajv makes them with the options above
  const [first] = findings;
  const field = first?.instancePath.split('/').filter(Boolean).join('.');
  const code = error.validationContext === 'params' ? 'NOT_FOUND' : 'VALIDATION_FAILED';
  // The error of a union (`anyOf`) follows those of its members, and its explanation is more specific.
  const own = explain(findings.findLast(({ parentSchema }) => explain(parentSchema))?.parentSchema);
  if (own) return new AppError('VALIDATION_FAILED', { ...own, cause: error });
  if (first?.keyword === 'required')
    return new AppError('VALIDATION_FAILED', { ...explainMissing(first), cause: error });
  return new AppError(code, {
    ...(field && code === 'VALIDATION_FAILED' ? because('call.field-not-valid', { field }) : {}),
    cause: error,
  });
}

function explainMissing({ params, parentSchema }: Finding): Explanation {
  const field = String(params['missingProperty']);
  const properties = parentSchema?.['properties'] as Record<string, ExplainedSchema> | undefined;
  return explain(properties?.[field]) ?? because('call.field-missing', { field });
}

function explain({ reason, values, message }: ExplainedSchema = {}): Explanation | undefined {
  if (reason === undefined || message === undefined) return undefined;
  return { reason, message, ...(values ? { values } : {}) };
}
