import { type Explanation, type Language, because, catalog } from '@larksong/contracts';

import { toComparable, toFileName, toStem } from './file-names.ts';
import { findFilms, type Film, type ListedFile } from './find-films.ts';
import { readTable, type Doubt, type TableEntry } from './read-table.ts';
import { suggestDetails, type SongTags } from './suggest.ts';
import { toTitle } from './title.ts';

/** A film with everything that its video will have. */
export interface PlannedFilm<F> extends Film<F> {
  title: string;
  /** A device chose the name of the file, so the title says little. */
  isGenerated: boolean;
  description: string;
  visibility: catalog.Visibility;
  tags: catalog.Tag[];
  letters: string[];
  /** Null if nobody has stated it. */
  language: Language | null;
  /** Mistakes in its line of the table; the parts in question are left out. */
  doubts: Doubt[];
}

export interface ImportPlan<F> {
  films: PlannedFilm<F>[];
  /** All errors in the table. */
  problems: Explanation[];
  /** The error because of which no line of the table can be used; the films then lack all doubts. */
  fault: Explanation | null;
  /** What does not stand in the way. */
  notes: Explanation[];
}

interface PlanOptions {
  /** The text of the table, if there is one. */
  table?: string | undefined;
  /** Applies to films whose line of the table does not contain one. */
  visibility: catalog.Visibility;
  /** As `visibility`; null if it is unknown or not the same for all. */
  language?: Language | null;
  /** Added to every film. */
  tags: readonly catalog.Tag[];
  /** The tags of songs, by the path of the file. A table takes precedence. */
  songTags?: ReadonlyMap<string, SongTags> | undefined;
}

/** Returns the plan for importing these files, from their names, the files next to them and the table. */
export function planImport<F extends ListedFile>(
  files: readonly F[],
  { table, visibility, language = null, tags, songTags }: PlanOptions,
): ImportPlan<F> {
  const { films, strays } = findFilms(files);
  const { entries, problems, fault, notes } = table === undefined ? NO_TABLE : readTable(table);
  const plan: ImportPlan<F> = { films: [], problems: [...problems], fault, notes: [...notes, ...strays] };
  const { entryOf, doubtsOf } = assignEntries(films, entries, plan);
  for (const film of films) {
    const entry = entryOf.get(film);
    const named = toTitle(film.file.path);
    const tagged = songTags?.get(film.file.path) ?? {};
    const details = suggestDetails(tagged);
    const isAuthorKnown = entry?.tags.some(({ tagType }) => tagType === 'author') ?? false;
    const allTags = uniteTags([...tags, ...(entry?.tags ?? []), ...(isAuthorKnown ? [] : details.tags)]);
    const doubts = [...(entry?.doubts ?? []), ...(doubtsOf.get(film) ?? [])];
    if (allTags.length > catalog.MAX_TAGS) {
      const explanation = explainTooManyTags(film.file.path);
      plan.problems.push(explanation);
      doubts.push({ part: 'rest', explanation });
    }
    plan.films.push({
      ...film,
      title: entry?.title ?? tagged.title ?? named.title,
      isGenerated: (entry?.title ?? tagged.title) === undefined && named.isGenerated,
      description: entry?.description ?? details.description,
      visibility: entry?.visibility ?? visibility,
      tags: allTags.slice(0, catalog.MAX_TAGS),
      letters: entry?.letters ?? [],
      language: entry?.language ?? language,
      doubts,
    });
  }
  return plan;
}

function explainTooManyTags(path: string): Explanation {
  return because('import.too-many-tags', { path, maximum: catalog.MAX_TAGS });
}

const NO_TABLE = { entries: [], problems: [], fault: null, notes: [] };

/** The lines of the table by their films, and doubts about what belongs to a film. */
interface Assigned<F> {
  entryOf: Map<Film<F>, TableEntry>;
  doubtsOf: Map<Film<F>, Doubt[]>;
}

/** Finds the film of each line of the table; a line without one is noted, and two lines for one film are a problem. */
function assignEntries<F extends ListedFile>(
  films: readonly Film<F>[],
  entries: readonly TableEntry[],
  plan: ImportPlan<F>,
): Assigned<F> {
  const names = toNames(films);
  const entryOf = new Map<Film<F>, TableEntry>();
  const doubtsOf = new Map<Film<F>, Doubt[]>();
  const doubt = (those: readonly Film<F>[], explanation: Explanation) => {
    plan.problems.push(explanation);
    for (const film of those)
      doubtsOf.set(film, [...(doubtsOf.get(film) ?? []), { part: 'rest', explanation }]);
  };
  for (const entry of entries) {
    const { line, file } = entry;
    const found = names.get(toComparable(file)) ?? [];
    const [film] = found;
    const other = film && entryOf.get(film);
    if (!film) plan.notes.push(because('table.file-unknown', { line, file }));
    else if (found.length > 1) doubt(found, because('table.several-files', { line, file }));
    else if (other) doubt([film], because('table.same-file', { line, other: other.line, file }));
    else entryOf.set(film, entry);
  }
  return { entryOf, doubtsOf };
}

/** Returns the films by everything that a table may call them: path or name, with or without the extension. */
function toNames<F extends ListedFile>(films: readonly Film<F>[]): Map<string, Film<F>[]> {
  const names = new Map<string, Film<F>[]>();
  for (const film of films) {
    const { path } = film.file;
    // The path within the chosen folder counts as well.
    const inner = path.slice(path.indexOf('/') + 1);
    const called = [path, inner, toFileName(path)].flatMap((name) => [name, toStem(name)]);
    for (const name of new Set(called.map(toComparable))) names.set(name, [...(names.get(name) ?? []), film]);
  }
  // A whole path is meant literally, also if another film has this path within its folder.
  for (const film of films) names.set(toComparable(film.file.path), [film]);
  return names;
}

/** Returns tags without repetitions. */
export function uniteTags(tags: readonly catalog.Tag[]): catalog.Tag[] {
  return [...new Map(tags.map((tag) => [`${tag.tagType}=${tag.tagValue}`, tag])).values()];
}
