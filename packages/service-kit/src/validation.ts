import { Ajv, type AnySchemaObject, type Options } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import type { FastifyError, FastifySchemaCompiler } from 'fastify';

import { AppError } from './errors.ts';

// `verbose` brings the schema along, which has the sentences for forms.
const OPTIONS: Options = { verbose: true, keywords: ['message'], useDefaults: true, allErrors: false };

/**
 * Returns the compiler of the contracts' schemas for incoming requests. Addresses are text, so their parts are converted
 * to numbers and the like; JSON is taken as it is: a null stays a null, a number in quotes is refused. Defaults are filled
 * in, and text declared as `lowerCase` (ids) is converted, wherever it occurs.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const asText = addLowerCase(new Ajv({ ...OPTIONS, coerceTypes: 'array' }));
  const asJson = addLowerCase(new Ajv(OPTIONS));
  return ({ schema, httpPart }) => (httpPart === 'body' ? asJson : asText).compile(schema);
}

/** Adds the keyword that converts a text to lower case in place, once it has passed the others of its schema. */
function addLowerCase(ajv: Ajv): Ajv {
  return ajv.addKeyword({
    keyword: 'lowerCase',
    type: 'string',
    schemaType: 'boolean',
    modifying: true,
    errors: false,
    validate: (isWanted: boolean, text: string, _schema?: AnySchemaObject, at?: DataValidationCxt) => {
      if (isWanted && at) at.parentData[at.parentDataProperty] = text.toLowerCase();
      return true;
    },
  });
}

/** Whether an error comes from the validation of a request. */
export function isValidation(error: unknown): error is FastifyError {
  return error instanceof Error && 'validation' in error && Array.isArray(error.validation);
}

interface Finding {
  instancePath: string;
  parentSchema?: Record<string, unknown>;
  params: Record<string, unknown>;
  keyword: string;
}

/** The sentence that the schema gives for the field (`message`), else one made from the field's name. */
export function fromValidation(error: FastifyError): AppError {
  const findings = (error.validation ?? []) as Finding[]; // as Ajv makes them with the options above
  const [first] = findings;
  // A choice (`anyOf`) comes after those of its parts that did not fit, and its sentence says more than theirs.
  const own = findings.findLast((finding) => typeof finding.parentSchema?.['message'] === 'string')
    ?.parentSchema?.['message'];
  if (typeof own === 'string') return new AppError('VALIDATION_FAILED', { message: own, cause: error });
  if (first?.keyword === 'required') {
    const missing = String(first.params['missingProperty']);
    const properties = first.parentSchema?.['properties'] as Record<string, { message?: string }> | undefined;
    return new AppError('VALIDATION_FAILED', {
      message: properties?.[missing]?.message ?? `${missing} is required.`,
      cause: error,
    });
  }
  const field = first?.instancePath.split('/').filter(Boolean).join('.');
  const code = error.validationContext === 'params' ? 'NOT_FOUND' : 'VALIDATION_FAILED';
  return new AppError(
    code,
    field && code === 'VALIDATION_FAILED'
      ? { message: `${field} is not valid.`, cause: error }
      : { cause: error },
  );
}
