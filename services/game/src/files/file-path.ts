import { isFileName } from '../content/name.ts';
import { EXTENSIONS, type FileKind } from './public-folder.ts';

/** Sounds of the game itself: the effects, and the sentence for a device that has never played. */
const EFFECTS: readonly string[] = ['victory', 'match', 'error', 'invitation'];

/** The target of an address below `/Images` or `/Audio`. */
export type FileTarget = { kind: FileKind; letter: string; name: string } | { effect: string };

/**
 * Parses the raw path of a request. Returns letter and name in their stored form (NFC), in any script; undefined if one
 * of them is invalid, so that no part can have a meaning to a file system.
 */
export function parseFilePath(path: string): FileTarget | undefined {
  const parts = path.replace(/\/$/, '').split('/').slice(1).map(decode);
  const [kind, first, second, ...more] = parts;
  if ((kind !== 'Images' && kind !== 'Audio') || first === undefined || more.length > 0) return undefined;
  if (second === undefined) return kind === 'Audio' ? parseEffect(first) : undefined;
  const extension = EXTENSIONS[kind];
  if (!second.endsWith(extension)) return undefined;
  const letter = first.normalize('NFC');
  const name = second.slice(0, -extension.length).normalize('NFC');
  return isFileName(letter) && isFileName(name) ? { kind, letter, name } : undefined;
}

function parseEffect(file: string): FileTarget | undefined {
  const effect = file.slice(0, -EXTENSIONS.Audio.length);
  return EFFECTS.includes(effect) && file.endsWith(EXTENSIONS.Audio) ? { effect } : undefined;
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined; // not UTF-8
  }
}
