import { game, type Language } from '@larksong/contracts';

import { LETTER_ITSELF } from '../content/media-store.ts';
import { toName } from '../content/name.ts';
import type { Manifest, ManifestItem } from './manifest.ts';
import { toShownPath } from './zip-paths.ts';

/** A picture or a sound of a name: its file in the pack, or the problem with what the manifest says about it. */
export type MediaOfStep = { path: string } | { path: string; problem: string };

export interface NameStep {
  letter: string;
  /** `LETTER_ITSELF` for the spoken name of the letter, which has no cards. */
  name: string;
  cards: game.ItemType[];
  picture: MediaOfStep | undefined;
  sound: MediaOfStep | undefined;
}

/** A name to import, or a line about something that is not. */
export type Step = NameStep | { refused: game.PackLine };

/** A letter card and an image card, as in the starter pack. */
const DEFAULT_CARDS: game.ItemType[] = ['letter', 'image'];
/** Longest letter or name that is shown in a line. */
const MAX_SHOWN = 100;

const SENTENCES = {
  twice: 'The pack contains this name more than once.',
  shared: 'Another name of the pack already uses this file. Each name needs its own file.',
  absent: 'The pack does not contain this file.',
  unlisted: 'pack.json does not mention this file.',
};

/** The files of a pack as `openZip` returns them. */
interface Files {
  files: ReadonlyMap<string, unknown>;
  refused: readonly { path: string; reason: string }[];
}

/**
 * Returns the steps for a pack, always the same for the same pack: the names in the order of the manifest, then
 * the files that cannot be used or that the manifest does not mention. Names and letters are in their stored form in the
 * language of the pack.
 */
export function toSteps(
  manifest: Manifest,
  { language, files, refused }: Files & { language?: Language },
): Step[] {
  const used = new Set<string>();
  const seen = new Set<string>();
  const use = createUse({ files, refused }, used);
  const toNameStep = (letter: string, item: ManifestItem): Step => {
    const media = { picture: use(item.picture), sound: use(item.sound) };
    const found = toStored(letter, item, language);
    if ('problem' in found) return refuseName({ letter, name: item.name }, found.problem);
    const key = JSON.stringify([found.letter, found.name]);
    if (seen.has(key)) return refuseName(found, SENTENCES.twice);
    seen.add(key);
    return { ...found, ...media, cards: item.cards ?? DEFAULT_CARDS };
  };
  const toLetterStep = (letter: string, path: string | undefined): Step[] => {
    const sound = use(path);
    if (!sound) return [];
    const kept = game.toLetter(letter, language);
    if ('problem' in kept)
      return [refuseLetter(letter, { path: sound.path, reason: `${kept.problem.message}.` })];
    const key = JSON.stringify([kept.letter, LETTER_ITSELF]);
    if (seen.has(key)) return [refuseLetter(kept.letter, { path: sound.path, reason: SENTENCES.twice })];
    seen.add(key);
    return [{ letter: kept.letter, name: LETTER_ITSELF, cards: [], picture: undefined, sound }];
  };
  const steps = manifest.letters.flatMap(({ letter, sound, items }) => [
    ...toLetterStep(letter, sound),
    ...items.map((item) => toNameStep(letter, item)),
  ]);
  const others = [
    ...refused.filter(({ path }) => !used.has(path)),
    ...[...files.keys()]
      .filter((path) => !used.has(path))
      .map((path) => ({ path, reason: SENTENCES.unlisted })),
  ];
  return [...steps, ...others.map(({ path, reason }) => refuseFile(path, reason))];
}

/** Returns how to use a file of the pack, which adds it to the used ones. */
function createUse({ files, refused }: Files, used: Set<string>) {
  const reasons = new Map(refused.map(({ path, reason }) => [path, reason]));
  return (path: string | undefined): MediaOfStep | undefined => {
    if (path === undefined) return undefined;
    const plain = path.normalize('NFC');
    const isShared = used.has(plain);
    used.add(plain);
    if (files.has(plain) && !isShared) return { path: plain };
    const problem = isShared ? SENTENCES.shared : (reasons.get(plain) ?? SENTENCES.absent);
    return { path: toShownPath(plain), problem };
  };
}

function toStored(
  letter: string,
  { name }: ManifestItem,
  language: Language | undefined,
): { letter: string; name: string } | { problem: string } {
  const kept = game.toLetter(letter, language);
  if ('problem' in kept) return { problem: `${kept.problem.message}.` };
  const result = toName(name);
  return 'problem' in result
    ? { problem: `${result.problem.message}.` }
    : { letter: kept.letter, name: result.name };
}

function refuseName({ letter, name }: { letter: string; name: string }, reason: string): Step {
  return {
    refused: {
      part: 'cards',
      result: 'refused',
      letter: toShownPath(letter).slice(0, MAX_SHOWN),
      name: toShownPath(name).slice(0, MAX_SHOWN),
      path: null,
      reason,
    },
  };
}

function refuseLetter(letter: string, { path, reason }: { path: string; reason: string }): Step {
  const shown = toShownPath(letter).slice(0, MAX_SHOWN);
  return { refused: { part: 'letterName', result: 'refused', letter: shown, name: null, path, reason } };
}

function refuseFile(path: string, reason: string): Step {
  return { refused: { part: 'file', result: 'refused', letter: null, name: null, path, reason } };
}
