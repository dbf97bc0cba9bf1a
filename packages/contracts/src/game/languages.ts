import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { DEFAULT_LANGUAGE, Language, LANGUAGES } from '../languages.ts';
import { Nullable } from '../primitives.ts';
import { because } from '../reasons.ts';

// Packs: the letters and words of one language. A site has at most one pack in each.

/** The pack of calls and addresses that name none: the site's own. */
export const OWN_PACK: Language = DEFAULT_LANGUAGE;

/** A language in a request: an enumeration, so that one sentence covers any other value. */
const SentPack = Type.Unsafe<Language>({
  type: 'string',
  enum: [...LANGUAGES],
  ...because('pack.unknown', { languages: LANGUAGES.slice(0, -1).join(', '), last: LANGUAGES.at(-1) ?? '' }),
});

/** The query that names the pack of a call; without it, the call is about the site's own pack. */
export const PackQuery = Type.Object({ pack: Type.Optional(SentPack) });

/** A pack that can be played. */
export const Pack = Type.Object({
  language: Language,
  letterCount: Type.Integer(),
  pairCount: Type.Integer(),
});
export type Pack = Static<typeof Pack>;

export const listPacks = endpoint({
  operationId: 'listPacks',
  summary: "The packs that have pairs of cards, the site's own first",
  method: 'GET',
  path: '/api/game/packs',
  access: 'viewer',
  data: Type.Object({ packs: Type.Array(Pack) }),
});

/** The words that the game can add to a pack on demand: with pictures, without sounds. */
export const StarterPack = Type.Object({
  wordCount: Type.Integer(),
  letters: Type.Array(Type.String()),
  /** Letters of the alphabet without a word. */
  missingLetters: Type.Array(Type.String()),
});
export type StarterPack = Static<typeof StarterPack>;

/** A pack as superadmins see it; one without letters can be begun. */
export const AdminPack = Type.Object({
  language: Language,
  letterCount: Type.Integer(),
  starter: Nullable(StarterPack),
});
export type AdminPack = Static<typeof AdminPack>;

export const listAdminPacks = endpoint({
  operationId: 'listAdminPacks',
  summary:
    'The packs of all languages, also those without letters, and the starter packs that can be added to them',
  method: 'GET',
  path: '/api/admin/game/languages',
  access: 'letters',
  data: Type.Object({ packs: Type.Array(AdminPack) }),
});
