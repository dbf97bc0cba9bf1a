import type { CheckedFiles, PlannedFilm } from '@larksong/import';

import type { LocalFile } from './list-folder.ts';

interface Described {
  /** For people. */
  lines: string[];
  /** For programs. */
  entries: object[];
}

/** Describes the effect of an import. */
export function describePlan(
  films: readonly PlannedFilm<LocalFile>[],
  known: CheckedFiles<LocalFile>,
): Described {
  const sent = films.filter(({ file }) => !known.twins.has(file));
  const total = `${sent.length} of ${films.length} videos would be sent. Nothing was changed.`;
  return {
    lines: [...films.flatMap((film) => toLines(film, known)), total],
    entries: films.map((film) => toEntry(film, known)),
  };
}

function toLines(film: PlannedFilm<LocalFile>, known: CheckedFiles<LocalFile>): string[] {
  const { file, title, isGenerated, visibility, language, tags, captions, picture } = film;
  const twin = known.twins.get(file);
  if (twin)
    return [
      `${file.path}: already there, ${twin.kind === 'on-site' ? `as “${twin.source.title}”` : `as ${twin.file.path}`}`,
    ];
  const details = [
    visibility,
    ...(language === null ? [] : [`language: ${language}`]),
    ...tags.map(({ tagType, tagValue }) => `${tagType}: ${tagValue}`),
    ...captions.map(({ label }) => `subtitles: ${label}`),
    ...(picture === null ? [] : ['with a picture']),
    ...(isGenerated ? ['title from a camera'] : []),
  ];
  return [`${file.path}: “${title}” (${details.join(', ')})`];
}

function toEntry(film: PlannedFilm<LocalFile>, known: CheckedFiles<LocalFile>): object {
  const twin = known.twins.get(film.file);
  return {
    path: film.file.path,
    title: film.title,
    description: film.description,
    visibility: film.visibility,
    tags: film.tags,
    letters: film.letters,
    language: film.language,
    captions: film.captions.map(({ file, language }) => ({ path: file.path, language })),
    picture: film.picture?.path ?? null,
    videoId: twin?.kind === 'on-site' ? twin.source.id : null,
    sameAs: twin?.kind === 'in-import' ? twin.file.path : null,
  };
}
