import { readFile } from 'node:fs/promises';

/** The subset of JSON Schema that the OpenAPI description uses. */
export interface Schema {
  type?: string;
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
}

/** An operation of the OpenAPI description with resolved references. */
export interface Operation {
  operationId: string;
  method: string;
  /** With `{name}` for parameters. */
  path: string;
  parameters: Parameter[];
  body: { contentType: string; schema: Schema } | undefined;
  /** Statuses listed in the description. */
  statuses: number[];
}

interface Description {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema> };
}

interface DescribedOperation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}

/** Returns all operations of docs/openapi.json. */
export async function readOperations(): Promise<Operation[]> {
  const file = new URL('../../docs/openapi.json', import.meta.url);
  const { paths, components } = JSON.parse(await readFile(file, 'utf8')) as Description; // made by tools/openapi.ts
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value) return resolve(components.schemas[String(value.$ref).split('/').at(-1) ?? '']);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolve(part)]));
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const operation = resolve(described) as DescribedOperation; // the same with resolved references
      const [content] = Object.entries(operation.requestBody?.content ?? {});
      return {
        operationId: operation.operationId,
        method: method.toUpperCase(),
        path,
        parameters: operation.parameters ?? [],
        body: content && { contentType: content[0], schema: content[1].schema },
        statuses: Object.keys(operation.responses).map(Number),
      };
    }),
  );
}
