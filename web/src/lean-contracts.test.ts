// @vitest-environment node
import { glob, readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

import { parseAst } from 'vite';
import { expect, test } from 'vitest';

import { SHOWN_ERRORS, toLeanContracts } from '../build/lean-contracts.ts';

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

test('the code of every error is kept, and the sentence of those that pages show', () => {
  const errors = `const ERRORS = { LINK_NOT_VALID: { status: 400, message: 'Old.' }, INTERNAL: { status: 500, message: 'Oh.' } };`;
  expect(toLeanContracts(errors)).toBe(
    `const ERRORS = { LINK_NOT_VALID: { status: 400, message: 'Old.' }, INTERNAL: {} };`,
  );
});

test('the sentences that pages show are those that are kept', async () => {
  const shown = new Set<string>();
  for await (const file of glob(`${import.meta.dirname}/**/*.{ts,tsx}`))
    if (!file.includes('.test.'))
      for (const [, code = ''] of (await readFile(file, 'utf8')).matchAll(/\bERRORS\b(?:\.|\[')(\w+)/g))
        shown.add(code);
  expect([...shown].toSorted()).toEqual(SHOWN_ERRORS.toSorted());
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
