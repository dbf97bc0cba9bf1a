import { because, game, type Explanation, type Language } from '@larksong/contracts';

import { LETTER_ITSELF } from '../content/media-store.ts';
import { toName } from '../content/name.ts';
import type { Manifest, ManifestItem } from './manifest.ts';
import { toRefusal } from './refusal.ts';
import { toShownPath } from './zip-paths.ts';

/** A picture or a sound of a name: its file in the pack, or the problem with what the manifest says about it. */
export type MediaOfStep = { path: string } | { path: string; problem: Explanation };

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

/** The files of a pack as `openZip` returns them. */
interface Files {
  files: ReadonlyMap<string, unknown>;
  refused: readonly { path: string; explanation: Explanation }[];
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
    if (seen.has(key)) return refuseName(found, because('packed.name-twice'));
    seen.add(key);
    return { ...found, ...media, cards: item.cards ?? DEFAULT_CARDS };
  };
  const toLetterStep = (letter: string, path: string | undefined): Step[] => {
    const sound = use(path);
    if (!sound) return [];
    const kept = game.toLetter(letter, language);
    if ('problem' in kept)
      return [refuseLetter(letter, { path: sound.path, explanation: toSentence(kept.problem) })];
    const key = JSON.stringify([kept.letter, LETTER_ITSELF]);
    if (seen.has(key))
      return [refuseLetter(kept.letter, { path: sound.path, explanation: because('packed.name-twice') })];
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
      .map((path) => ({ path, explanation: because('packed.unlisted') })),
  ];
  return [...steps, ...others.map(({ path, explanation }) => refuseFile(path, explanation))];
}

/** Returns how to use a file of the pack, which adds it to the used ones. */
function createUse({ files, refused }: Files, used: Set<string>) {
  const reasons = new Map(refused.map(({ path, explanation }) => [path, explanation]));
  return (path: string | undefined): MediaOfStep | undefined => {
    if (path === undefined) return undefined;
    const plain = path.normalize('NFC');
    const isShared = used.has(plain);
    used.add(plain);
    if (files.has(plain) && !isShared) return { path: plain };
    const problem = isShared ? because('packed.shared') : (reasons.get(plain) ?? because('packed.absent'));
    return { path: toShownPath(plain), problem };
  };
}

function toStored(
  letter: string,
  { name }: ManifestItem,
  language: Language | undefined,
): { letter: string; name: string } | { problem: Explanation } {
  const kept = game.toLetter(letter, language);
  if ('problem' in kept) return { problem: toSentence(kept.problem) };
  const result = toName(name);
  return 'problem' in result
    ? { problem: toSentence(result.problem) }
    : { letter: kept.letter, name: result.name };
}

/** The specification's sentences for forms have no full stop. */
function toSentence(problem: Explanation): Explanation {
  return { ...problem, message: `${problem.message}.` };
}

function refuseName({ letter, name }: { letter: string; name: string }, explanation: Explanation): Step {
  return {
    refused: {
      part: 'cards',
      result: 'refused',
      letter: toShownPath(letter).slice(0, MAX_SHOWN),
      name: toShownPath(name).slice(0, MAX_SHOWN),
      path: null,
      ...toRefusal(explanation),
    },
  };
}

function refuseLetter(
  letter: string,
  { path, explanation }: { path: string; explanation: Explanation },
): Step {
  const shown = toShownPath(letter).slice(0, MAX_SHOWN);
  const part = { part: 'letterName', result: 'refused', letter: shown, name: null, path } as const;
  return { refused: { ...part, ...toRefusal(explanation) } };
}

function refuseFile(path: string, explanation: Explanation): Step {
  const part = { part: 'file', result: 'refused', letter: null, name: null, path } as const;
  return { refused: { ...part, ...toRefusal(explanation) } };
}
