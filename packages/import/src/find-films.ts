import { because, type Explanation } from '@larksong/contracts';

import { toComparable, toFileKind, toFileName, toStem } from './file-names.ts';
import { readLanguage } from './language.ts';

/** A file to import; its path has slashes between its folders. */
export interface ListedFile {
  path: string;
  sizeBytes: number;
}

export interface FilmCaption<F> {
  file: F;
  language: string;
  label: string;
}

/** A video with the files next to it. */
export interface Film<F> {
  file: F;
  captions: FilmCaption<F>[];
  picture: F | null;
}

interface Found<F> {
  films: Film<F>[];
  tables: F[];
  /** Why files that belong to no film are left out. */
  strays: Explanation[];
}

/** The largest suffix first, so that a picture made for the film wins over one that only bears its name. */
const PICTURE_ENDINGS = /^(?:[-_. ](?:thumb|thumbnail|poster|cover|picture))?$/;
const READING_ORDER = new Intl.Collator('en', { numeric: true });

/**
 * Finds the films among files, in the order of their paths, each with its subtitles and its picture: `song.mp4`,
 * `song.de.srt` and `song.jpg` in one folder. Files that systems add automatically are ignored.
 */
export function findFilms<F extends ListedFile>(files: readonly F[]): Found<F> {
  const sorted = files.toSorted((a, b) => READING_ORDER.compare(a.path, b.path));
  const ofKind = (kind: string) => sorted.filter(({ path }) => toFileKind(path) === kind);
  const films = ofKind('video').map((file): Film<F> => ({ file, captions: [], picture: null }));
  const strays: Found<F>['strays'] = [];
  for (const file of ofKind('captions')) {
    const explanation = addCaption(films, file);
    if (explanation) strays.push(explanation);
  }
  for (const file of ofKind('picture')) {
    const explanation = addPicture(films, file);
    if (explanation) strays.push(explanation);
  }
  for (const file of ofKind('other')) strays.push(because('import.not-a-film', { path: file.path }));
  return { films, tables: ofKind('table'), strays };
}

function addCaption<F extends ListedFile>(films: Film<F>[], file: F): Explanation | undefined {
  const owner = findOwner(films, file, (ending) => ending === '' || /^[._ -]/.test(ending));
  if (!owner) return because('import.owner-unknown', { path: file.path });
  const { film, ending } = owner;
  const { language, label } = readLanguage(ending);
  if (film.captions.some((caption) => caption.language === language))
    return because('import.captions-twice', { path: file.path, language: label });
  film.captions.push({ file, language, label });
  return undefined;
}

function addPicture<F extends ListedFile>(films: Film<F>[], file: F): Explanation | undefined {
  const owner = findOwner(films, file, (ending) => PICTURE_ENDINGS.test(ending));
  if (!owner) return because('import.owner-unknown', { path: file.path });
  if (owner.film.picture !== null) return because('import.picture-twice', { path: file.path });
  owner.film.picture = file;
  return undefined;
}

/**
 * Returns the film in the same folder whose name is the longest prefix of the file's name, and the rest of that name.
 */
function findOwner<F extends ListedFile>(
  films: Film<F>[],
  file: F,
  accepts: (ending: string) => boolean,
): { film: Film<F>; ending: string } | undefined {
  const stem = toComparable(toStem(file.path));
  const folder = toFolder(file.path);
  const owners = films
    .filter((film) => toFolder(film.file.path) === folder)
    .flatMap((film) =>
      [toStem(film.file.path), film.file.path].map(toComparable).flatMap((name) => {
        const ending = stem.slice(name.length);
        return stem.startsWith(name) && accepts(ending) ? [{ film, ending }] : [];
      }),
    );
  return owners.toSorted((a, b) => a.ending.length - b.ending.length)[0];
}

function toFolder(path: string): string {
  return path.slice(0, path.length - toFileName(path).length);
}
