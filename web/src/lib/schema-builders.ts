/**
 * The schema builders that the contracts use, as plain JSON Schema. In the browser they stand in for TypeBox's own
 * (vite.config.ts), which bring its whole type engine: 13 kB of the 150 kB that a first page may weigh.
 * schema-builders.test.ts holds them to the original; types always come from TypeBox.
 */
type Schema = Record<string, unknown>;

const OPTIONAL = '~optional';
const { defineProperty, keys } = globalThis.Object; // the name below is the builder's

function typed(type: string) {
  return (options: Schema = {}): Schema => ({ type, ...options });
}

export const Boolean = typed('boolean');
export const Integer = typed('integer');
export const Null = typed('null');
export const Number = typed('number');
export const String = typed('string');

export function Literal(value: string | number | boolean, options: Schema = {}): Schema {
  return { type: typeof value, const: value, ...options };
}

export function Array(items: Schema, options: Schema = {}): Schema {
  return { type: 'array', items, ...options };
}

export function Union(anyOf: Schema[], options: Schema = {}): Schema {
  return { anyOf, ...options };
}

/** A schema as it is written, for what the other builders do not say. */
export function Unsafe(schema: Schema): Schema {
  return { ...schema };
}

/** Marks a property as one that may be missing; like TypeBox's, the mark is no part of the JSON. */
export function Optional(schema: Schema): Schema {
  return defineProperty({ ...schema }, OPTIONAL, { value: true });
}

function toObject(properties: Record<string, Schema>, options: Schema = {}): Schema {
  const required = keys(properties).filter((name) => !(OPTIONAL in (properties[name] ?? {})));
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options };
}
export { toObject as Object };
