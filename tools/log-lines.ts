import type { SourceFile } from './source-file.ts';

/** A log line of level warn and above. */
interface LogLine {
  level: 'warn' | 'error' | 'fatal';
  /** Its text, with `…` for each part that differs. */
  text: string;
  /** `path:line` */
  where: string;
}

/** Texts that a caller passes for the line of a failure. */
const PASSED = /\bfailure: '([^']+)'/g;
const CALL = /\b(?:logger|log)\??\.(warn|error|fatal)\(/g;
const OPENING = '([{';
const CLOSING = ')]}';
const QUOTES = `'"\``;

/** Returns the log lines of level warn and above of a file; a call that chooses between texts has several. */
export function findLogLines({ path, text }: SourceFile): LogLine[] {
  const lineAt = (index: number) => `${path}:${text.slice(0, index).split('\n').length}`;
  const passed = [...text.matchAll(PASSED)].map((match) => ({
    level: 'warn' as const,
    text: match[1] ?? '',
    where: lineAt(match.index),
  }));
  const called = [...text.matchAll(CALL)].flatMap((call) => {
    const message = lastArgument(text, call.index + call[0].length);
    const level = call[1] as LogLine['level']; // the pattern lists the levels
    return texts(message).map((each) => ({ level, text: each, where: lineAt(call.index) }));
  });
  return [...called, ...passed];
}

/** Returns the last argument of the call whose arguments begin at `from`. */
function lastArgument(text: string, from: number): string {
  let [depth, begin, quote] = [0, from, ''];
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (quote !== '') {
      if (letter === '\\') at += 1;
      else if (letter === quote) quote = '';
    } else if (QUOTES.includes(letter)) quote = letter;
    else if (OPENING.includes(letter)) depth += 1;
    else if (CLOSING.includes(letter) && depth > 0) depth -= 1;
    else if (letter === ')') return text.slice(begin, at).trim().replace(/,$/, '');
    else if (letter === ',' && depth === 0 && !isEnd(text, at + 1)) begin = at + 1;
  }
  return text.slice(begin);
}

/** Returns whether only the closing parenthesis follows, after a trailing comma. */
function isEnd(text: string, at: number): boolean {
  return /^\s*\)/.test(text.slice(at));
}

/** Returns the literals of an expression. */
function texts(expression: string): string[] {
  return [...expression.matchAll(/'((?:[^'\\]|\\.)*)'|`([^`]*)`/g)].map(([, plain, template = '']) =>
    (plain ?? template).replaceAll(/\$\{[^}]*\}/g, '…').replaceAll("\\'", "'"),
  );
}
