import { REASONS } from '@larksong/contracts';
import { parseAst, type Plugin } from 'vite';

/** The properties of a call that the client never reads: servers validate by them, and OpenAPI describes them. */
const UNREAD = ['summary', 'params', 'query', 'data', 'errors'];
/** The calls whose body's rules forms check; of other calls, the client only asks whether they have a body. */
export const CHECKED_BODIES = ['register', 'requestRestore', 'finishSetup', 'putCaption'];

/** A part of the code. */
interface Part {
  start: number;
  end: number;
}

interface Property extends Part {
  /** Missing if the properties of another object are spread. */
  key?: { name?: string };
  /** With its own value, if it is a literal. */
  value?: Part & { value?: unknown };
}

/** A part of the syntax tree, with the fields of the kinds that are read here. */
interface Node extends Part {
  type: string;
  callee?: { name?: string };
  arguments?: (Part & { properties?: Property[]; value?: unknown })[];
  id?: { name?: string };
  init?: (Part & { properties?: Property[] }) | null;
}

/** A part of the code, and the code instead of it. */
interface Cut extends Part {
  by: string;
}

/** Returns a module of the contracts, as JavaScript, with only what the client reads. */
export function toLeanContracts(code: string): string {
  return replace(code, (node) => {
    if (node.type === 'CallExpression' && node.callee?.name === 'endpoint')
      return cutCall(code, node.arguments?.[0]?.properties ?? []);
    if (node.type !== 'VariableDeclarator' || !node.init) return [];
    if (node.id?.name === 'REASONS') return [{ ...node.init, by: '{}' }];
    if (/^Type\.\w+\(/.test(code.slice(node.init.start, node.init.end))) return markAsPure(node.init);
    return node.id?.name === 'ERRORS' ? cutErrors(node.init.properties ?? []) : [];
  });
}

/** Returns a module, as JavaScript, in which each reason has its message with it, so that the list can be left out. */
export function writeOutReasons(code: string): string {
  return replace(code, (node) => {
    if (node.type !== 'CallExpression' || node.callee?.name !== 'because') return [];
    const [reason, values] = node.arguments ?? [];
    const id = String(reason?.value);
    if (!Object.hasOwn(REASONS, id)) throw new Error('because() must name its reason in the browser');
    const message = JSON.stringify(REASONS[id as keyof typeof REASONS]); // found just now
    if (values) return [{ start: values.end, end: values.end, by: `, ${message}` }];
    return [{ ...node, by: `({ reason: '${id}', message: ${message} })` }];
  });
}

/** Returns code with the parts of its syntax tree replaced that `cut` names. */
function replace(code: string, cut: (node: Node) => Cut[]): string {
  return listNodes(parseAst(code))
    .flatMap(cut)
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end, by }) => rest.slice(0, start) + by + rest.slice(end), code);
}

/** A schema with the properties of another one would else be kept, since reading properties may have an effect. */
function markAsPure({ start, end }: Part): Cut[] {
  return [
    { start, end: start, by: '/* @__PURE__ */ (() => ' },
    { start: end, end, by: ')()' },
  ];
}

function cutCall(code: string, properties: Property[]): Cut[] {
  const id = properties.find(({ key }) => key?.name === 'operationId')?.value?.value;
  const isBodyKept = typeof id === 'string' && CHECKED_BODIES.includes(id);
  return properties.flatMap(({ key, value, start, end }, index) => {
    if (key?.name !== undefined && UNREAD.includes(key.name))
      return [{ start, end: properties[index + 1]?.start ?? skipComma(code, end), by: '' }];
    const isCut = key?.name === 'body' && !isBodyKept;
    return isCut && value ? [{ start: value.start, end: value.end, by: 'true' }] : [];
  });
}

function skipComma(code: string, at: number): number {
  const comma = /^\s*,/.exec(code.slice(at, at + 200))?.[0] ?? '';
  return at + comma.length;
}

/** The client only knows the codes of errors; its own sentences about them are messages. */
function cutErrors(properties: Property[]): Cut[] {
  return properties.flatMap(({ value }) => (value ? [{ start: value.start, end: value.end, by: '{}' }] : []));
}

function listNodes(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.values(node).flatMap(listNodes);
  return 'type' in node ? [node as Node, ...inner] : inner; // every node has a type
}

/** Leaves out of the contracts what only servers and the OpenAPI description need: 4 kB of every first visit. */
export function leanContracts(): Plugin {
  return {
    name: 'larksong:lean-contracts',
    apply: 'build',
    transform: {
      filter: { id: /\/packages\/contracts\/src\/.*\.ts$/ },
      handler: (code) => ({ code: toLeanContracts(code), map: null }),
    },
  };
}

/** Writes out reasons wherever the client's code, its own or shared, names them: a page loads only the messages it needs. */
export function leanReasons(): Plugin {
  return {
    name: 'larksong:lean-reasons',
    apply: 'build',
    transform: {
      filter: { id: /\/(?:packages\/\w+|web)\/src\/.*\.tsx?$/, code: /\bbecause\(/ },
      handler: (code) => ({ code: writeOutReasons(code), map: null }),
    },
  };
}
