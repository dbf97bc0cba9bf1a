const VIDEO = /\.(3gp|avi|flv|m2ts|m4v|mkv|mov|mp4|mpe?g|mts|ogv|ts|webm|wmv)$/i;
/** Songs without a picture become videos too. */
const SONG = /\.(aac|aifc|aiff?|amr|caf|flac|m4a|m4b|mka|mp2|mp3|oga|ogg|opus|w64|wav|wma)$/i;
const CAPTIONS = /\.(srt|vtt)$/i;
const PICTURE = /\.(jpe?g|png|webp)$/i;
const TABLE = /\.(csv|tsv)$/i;
/** Files that systems add automatically: hidden ones, and folders and thumbnails of other systems. */
const SYSTEM = /(^|\/)(\.[^/]*|__MACOSX|@eaDir|Thumbs\.db|desktop\.ini)(\/|$)/i;

export type FileKind = 'video' | 'captions' | 'picture' | 'table' | 'other' | 'system';

/** Returns the kind of a file by its path, which has slashes between its folders. */
export function toFileKind(path: string): FileKind {
  if (SYSTEM.test(path)) return 'system';
  if (isVideoName(path)) return 'video';
  if (CAPTIONS.test(path)) return 'captions';
  if (PICTURE.test(path)) return 'picture';
  return TABLE.test(path) ? 'table' : 'other';
}

/** Returns whether a file is a video by its name, or a song without a picture. */
export function isVideoName(name: string): boolean {
  return VIDEO.test(name) || isSongName(name);
}

/** Returns whether a file is a song without a picture by its name. */
export function isSongName(name: string): boolean {
  return SONG.test(name);
}

/** Returns the name of a file without its folders. */
export function toFileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns a name without its extension. */
export function toStem(name: string): string {
  return name.replace(/\.[a-z0-9]{1,5}$/i, '');
}

/** Returns a path in a form in which equal names compare equal, whatever their case and the system they come from. */
export function toComparable(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
