/** Reasons that concern the files chosen for an import, and the table about them. */
export const IMPORT_REASONS = {
  'import.captions-twice':
    '{path} is left out: The video already has subtitles in this language ({language}).',
  'import.not-a-film': '{path} is left out: This is neither a video nor a song.',
  'import.owner-unknown': '{path} is left out: No video has this name.',
  'import.picture-twice': '{path} is left out: The video already has a picture.',
  'import.too-many-tags': '{path}: A video has at most {maximum} tags.',

  'table.column-twice': 'Line {line}: the column {column} appears twice.',
  'table.column-unused': 'The column “{column}” is not used.',
  'table.description-too-long': 'Line {line}: the description has more than {maximum} characters.',
  'table.file-column-missing':
    'Line {line}: there is no column named file. The first line names the columns: {columns}.',
  'table.file-missing': 'Line {line}: the name of the file is missing.',
  'table.file-unknown': 'Line {line} of the table: there is no video named {file}.',
  'table.language-unknown': 'Line {line}: the language is one of {languages}, not “{language}”.',
  'table.letter-not-a-letter': 'Line {line}: A letter must be a letter or a digit, not a symbol or an emoji.',
  'table.letter-several': 'Line {line}: A letter is exactly one character.',
  'table.more-cells':
    'Line {line}: there are more cells than columns. A text with a separator needs quotation marks around it.',
  'table.quotation-open': 'Line {line}: a quotation mark is opened here and never closed.',
  'table.same-file': 'Line {line}: line {other} is about the same file, {file}.',
  'table.several-files':
    'Line {line}: several videos are named {file}. Please write the folder before the name.',
  'table.tag-too-long': 'Line {line}: the tag “{tag}…” has more than {maximum} characters.',
  'table.title-too-long': 'Line {line}: the title has more than {maximum} characters.',
  'table.too-many-letters': 'Line {line}: A video has at most {maximum} letters.',
  'table.visibility-unknown': 'Line {line}: the visibility is {visibilities}, not “{visibility}”.',
} as const;
