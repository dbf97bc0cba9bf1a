import { game, isLanguage, type Language } from '@larksong/contracts';

/** A pack of another language than the site's own; undefined is the site's own, which calls and addresses do not name. */
export type FurtherPack = Language | undefined;

/** Returns a language as a pack. */
export function toPack(language: Language): FurtherPack {
  return language === game.OWN_PACK ? undefined : language;
}

/** Returns the pack that an address or a stored setting names; anything else is the site's own. */
export function parsePack(text: unknown): FurtherPack {
  return isLanguage(text) ? toPack(text) : undefined;
}

/** Returns the query of calls about a pack, to be spread into their input. */
export function toPackInput(pack: FurtherPack): { query?: { pack: Language } } {
  return pack === undefined ? {} : { query: { pack } };
}
