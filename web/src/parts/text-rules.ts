import type { Reason, ReasonValues } from '@larksong/contracts';

/** The parts of a text's schema that forms check; the server checks everything again. */
export interface TextRules {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  message?: string;
  /** The id of the message in a translation. */
  reason?: Reason;
  values?: ReasonValues;
}

/**
 * Returns the rules of the texts in an object's schema, by name. TypeBox keeps a schema's options outside its type,
 * where TypeScript does not see them.
 */
export function textRulesOf<Name extends string>(properties: Record<Name, object>): Record<Name, TextRules> {
  return properties;
}

/** Returns whether a text meets the rules. */
export function meets(
  { minLength = 0, maxLength = Infinity, pattern = '' }: TextRules,
  text: string,
): boolean {
  const length = Array.from(text).length; // code points, as JSON Schema counts
  return length >= minLength && length <= maxLength && new RegExp(pattern, 'u').test(text);
}
