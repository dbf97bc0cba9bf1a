import { basename, dirname, posix } from 'node:path';

import type { SourceFile } from './source-file.ts';

/**
 * Returns a sentence for each class name of the web client without a counterpart: a class of a style sheet that no
 * component uses, and a class of a component that no style sheet defines. A misspelt name, which no compiler detects, is
 * both.
 */
export function findStrayClasses(files: readonly SourceFile[]): string[] {
  const sheets = files.filter(({ path }) => path.startsWith('web/src/') && path.endsWith('.css'));
  const components = files.filter(({ path }) => /^web\/src\/.*(?<!\.test)\.tsx?$/.test(path));
  const modules = sheets.filter(({ path }) => path.endsWith('.module.css'));
  return [
    ...modules.flatMap((sheet) => findStrayInModule(sheet, components)),
    ...findStrayGlobals(
      sheets.filter((sheet) => !modules.includes(sheet)),
      components,
    ),
    ...modules.flatMap(({ path, text }) => findUnknownGlobals(path, text, sheets)),
  ];
}

function findStrayInModule({ path, text }: SourceFile, components: readonly SourceFile[]): string[] {
  const defined = new Set(listClasses(withoutGlobals(text)).map(toCamelCase));
  const used = new Set<string>();
  const isOpenEnded = new Set<string>();
  const strays: string[] = [];
  for (const component of components) {
    if (!component.text.includes(basename(path))) continue;
    const name = importedAs(component, path);
    if (name === undefined) continue;
    const uses = component.text.matchAll(new RegExp(`(?<![/\\w])${name}\\.(?!module\\.css)(\\w+)`, 'g'));
    for (const [, key = ''] of uses) {
      used.add(key);
      if (!defined.has(key)) strays.push(`${component.path}: ${basename(path)} has no class ${key}`);
    }
    if (component.text.includes(`${name}[`)) isOpenEnded.add(component.path); // chosen by a value
  }
  if (isOpenEnded.size > 0) return strays;
  const unused = [...defined].filter((key) => !used.has(key));
  return [...strays, ...unused.map((key) => `${path}: no component uses ${key}`)];
}

function findStrayGlobals(sheets: readonly SourceFile[], components: readonly SourceFile[]): string[] {
  const words = new Set(
    components.flatMap(({ text }) =>
      [...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)].flatMap(([, one, other]) =>
        (one ?? other ?? '').split(' '),
      ),
    ),
  );
  return sheets.flatMap(({ path, text }) =>
    listClasses(text)
      .filter((name) => !words.has(name))
      .map((name) => `${path}: no component uses ${name}`),
  );
}

function findUnknownGlobals(path: string, text: string, sheets: readonly SourceFile[]): string[] {
  const known = new Set(
    sheets.filter((sheet) => !sheet.path.endsWith('.module.css')).flatMap((sheet) => listClasses(sheet.text)),
  );
  return [...text.matchAll(/:global\(\.([\w-]+)\)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !known.has(name))
    .map((name) => `${path}: no global sheet defines ${name}`);
}

function importedAs(component: SourceFile, sheet: string): string | undefined {
  return [...component.text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].find(
    ([, , target = '']) => posix.join(dirname(component.path), target) === sheet,
  )?.[1];
}

/** Returns the classes in the selectors of a sheet, each once. */
function listClasses(text: string): string[] {
  const selectors = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/url\([^)]*\)/g, '')
    .matchAll(/([^{};]+)\{/g);
  const names = [...selectors].flatMap(([, selector = '']) =>
    selector.trim().startsWith('@')
      ? []
      : [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)];
}

function withoutGlobals(text: string): string {
  return text.replaceAll(/:global\([^)]*\)/g, '');
}

function toCamelCase(name: string): string {
  return name.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
}
