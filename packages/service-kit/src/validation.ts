import { Ajv, type Options } from 'ajv';
import type { FastifyError, FastifySchemaCompiler } from 'fastify';

import { AppError } from './errors.ts';

// `verbose` brings the schema along, which has the sentences for forms.
const OPTIONS: Options = { verbose: true, keywords: ['message'], useDefaults: true, allErrors: false };

/**
 * Checks what comes in against the contracts' schemas. Addresses are text, so their parts are turned into numbers and
 * the like; JSON says what its values are, and is taken as it is: a null stays a null, a number in quotes is none.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const asText = new Ajv({ ...OPTIONS, coerceTypes: 'array' });
  const asJson = new Ajv(OPTIONS);
  return ({ schema, httpPart }) => (httpPart === 'body' ? asJson : asText).compile(schema);
}

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
