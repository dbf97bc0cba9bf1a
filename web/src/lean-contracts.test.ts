// @vitest-environment node
import { glob, readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

import { parseAst } from 'vite';
import { expect, test } from 'vitest';

import { CHECKED_BODIES, toLeanContracts, writeOutReasons } from '../build/lean-contracts.ts';

const CONTRACTS = join(import.meta.dirname, '../../packages/contracts/src');

test('a call keeps only what the client reads', () => {
  const call = `const put = endpoint({ operationId: 'put', summary: \`Put \${what}\`, method: 'PUT', path: '/a/:id',
    access: 'member', ...limits, params: Ids, body: Type.Object({ data: Type.String() }), data: Data, errors: ['X'],
  });`;
  const lean = `const put = endpoint({ operationId: 'put', method: 'PUT', path: '/a/:id',
    access: 'member', ...limits, body: true, 
  });`;
  expect(toLeanContracts(call)).toBe(lean);
});

test('a schema that nothing refers to can be left out, whatever it is made of', () => {
  expect(toLeanContracts('const Card = Type.Object({ ...Look.properties, id: Uuid });')).toBe(
    'const Card = /* @__PURE__ */ (() => Type.Object({ ...Look.properties, id: Uuid }))();',
  );
});

test('of errors only the codes are kept', () => {
  const errors = `const ERRORS = { LINK_NOT_VALID: { status: 400, message: 'Old.' }, INTERNAL: { status: 500, message: 'Oh.' } };`;
  expect(toLeanContracts(errors)).toBe(`const ERRORS = { LINK_NOT_VALID: {}, INTERNAL: {} };`);
});

test('a reason carries its message, and the list of all of them is left out', () => {
  const code = `const missing = because('letter.missing'); throw new E(because('captions.comma', { line }));`;
  expect(writeOutReasons(code)).toBe(
    `const missing = ({ reason: 'letter.missing', message: "Enter a letter" }); throw new E(because('captions.comma', { line }, "Line {line}: the time has a comma before its milliseconds; WebVTT needs a dot, like 00:01.000 --> 00:04.000."));`,
  );
  expect(() => writeOutReasons('because(reason)')).toThrow('must name its reason');
  expect(toLeanContracts('const REASONS = { ...SITE_REASONS };')).toBe('const REASONS = {};');
});

test('the body of a call that a form checks is kept', () => {
  const call = `const register = endpoint({ operationId: 'register', body: Type.Object({}) });`;
  expect(toLeanContracts(call)).toBe(call);
});

/** Returns what a pattern captures in the sources of the client, sorted, each once. */
async function findInClient(pattern: RegExp): Promise<string[]> {
  const found = new Set<string>();
  for await (const file of glob(`${import.meta.dirname}/**/*.{ts,tsx}`)) {
    if (/\.test\.|\/testing\//.test(file)) continue;
    for (const [, name = ''] of (await readFile(file, 'utf8')).matchAll(pattern)) found.add(name);
  }
  return [...found].toSorted();
}

test('what the client reads of contracts is what is kept', async () => {
  expect(await findInClient(/\bERRORS\b(?:\.|\[')(\w+)/g)).toEqual([]);
  const parts = (names: string) =>
    new RegExp(`\\b(?:auth|catalog|game|status)\\.(\\w+)\\.(?:${names})\\b`, 'g');
  expect(await findInClient(parts('body'))).toEqual(CHECKED_BODIES.toSorted());
  expect(await findInClient(parts('summary|params|query|data|errors'))).toEqual([]);
  expect(
    await findInClient(/\b((?:endpoint|definition)\.(?:summary|params|query|data|errors|body))\b/g),
  ).toEqual([]);
});

test('every module of the contracts is valid code afterwards, and most are smaller', async () => {
  let smaller = 0;
  for await (const file of glob(`${CONTRACTS}/**/*.ts`)) {
    const code = stripTypeScriptTypes(await readFile(file, 'utf8'));
    const lean = toLeanContracts(code);
    expect(() => parseAst(lean), file).not.toThrow();
    if (lean.length < code.length) smaller += 1;
  }
  expect(smaller).toBeGreaterThan(20);
});
