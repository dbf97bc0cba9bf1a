/**
 * The schema builders that the contracts use, as plain JSON Schema. In the browser they replace TypeBox's own
 * (vite.config.ts), which include its whole type engine: 13 kB of the 150 kB allowed for a first page.
 * schema-builders.test.ts compares them with the original; types always come from TypeBox.
 */
type Schema = globalThis.Record<string, unknown>;

const OPTIONAL = '~optional';
const { defineProperty, keys } = globalThis.Object; // `Object` below is a schema builder

function typed(type: string) {
  return (options: Schema = {}): Schema => ({ type, ...options });
}

export const Boolean = typed('boolean');
export const Integer = typed('integer');
export const Null = typed('null');
export const Number = typed('number');
export const String = typed('string');

/** Any value. */
export function Unknown(options: Schema = {}): Schema {
  return { ...options };
}

export function Literal(value: string | number | boolean, options: Schema = {}): Schema {
  return { type: typeof value, const: value, ...options };
}

export function Array(items: Schema, options: Schema = {}): Schema {
  return { type: 'array', items, ...options };
}

export function Union(anyOf: Schema[], options: Schema = {}): Schema {
  return { anyOf, ...options };
}

/** An object with any names; those of the contracts are texts without a pattern. */
export function Record(_: Schema, value: Schema, options: Schema = {}): Schema {
  return { type: 'object', patternProperties: { '^.*$': value }, ...options };
}

/** Returns a schema as written, for anything the other builders do not cover. */
export function Unsafe(schema: Schema): Schema {
  return { ...schema };
}

/** Marks a property as optional; as in TypeBox, the mark is not part of the JSON. */
export function Optional(schema: Schema): Schema {
  return defineProperty({ ...schema }, OPTIONAL, { value: true });
}

function toObject(properties: globalThis.Record<string, Schema>, options: Schema = {}): Schema {
  const required = keys(properties).filter((name) => !(OPTIONAL in (properties[name] ?? {})));
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options };
}
export { toObject as Object };
