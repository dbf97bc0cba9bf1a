import { auth, isBlank } from '@larksong/contracts';

/** Nicknames as they were found in a pasted column. */
export interface Nicknames {
  /** In their order, those that come twice included. */
  all: readonly string[];
  /** Without those that came before, or that the class has already. */
  fresh: readonly string[];
  /** Those left out of `fresh`, each once. */
  doubles: readonly string[];
  /** The first one that is too long. */
  tooLong: string | undefined;
}

/** Ends of lines, as all systems, spreadsheets and word processors write them. */
const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
/** Control characters and those that turn the direction of text, which no nickname has, and the mark at the start of files. */
const REFUSED = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * Reads one nickname from each line that is not blank. Of a line with several cells of a table, the first one that is not
 * blank counts; the quotation marks that tables write around cells are left out.
 */
export function readNicknames(typed: string, existing: readonly string[]): Nicknames {
  const all = typed.split(LINE_ENDS).flatMap((line) => {
    const cell = line.split('\t').find((each) => !isBlank(each.replaceAll(REFUSED, '')));
    return cell === undefined ? [] : [clean(cell)];
  });
  const seen = new Set(existing.map(toKey));
  const fresh: string[] = [];
  const doubles = new Map<string, string>();
  for (const name of all) {
    const key = toKey(name);
    if (seen.has(key)) doubles.set(key, name);
    else fresh.push(name);
    seen.add(key);
  }
  return {
    ...{ all, fresh },
    doubles: [...doubles.values()],
    tooLong: all.find((name) => name.length > auth.MAX_NICKNAME),
  };
}

function clean(cell: string): string {
  const text = cell.replaceAll(REFUSED, '').trim();
  return (/^"(.*[^\s].*)"$/.exec(text)?.[1]?.replaceAll('""', '"') ?? text).replaceAll(/\s+/g, ' ').trim();
}

/** Returns the same for names that people take for the same. */
function toKey(name: string): string {
  return name.normalize('NFKC').toLocaleLowerCase().trim();
}
