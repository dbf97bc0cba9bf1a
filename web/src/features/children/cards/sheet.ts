import type { auth } from '@larksong/contracts';

/** A card on paper: that of a child, with its animal, or that of a class. */
export interface SheetCard {
  id: string;
  code: string;
  label: string;
  face: auth.NestFace | null;
  /** Its class, on sheets of one. */
  of: ClassFace | null;
}

export type ClassFace = Pick<auth.NestClass, 'name' | 'sign' | 'hue'>;

/** Cards on a page: two columns of four. */
export const CARDS_PER_SHEET = 8;

/** Returns the cards of nests, and before them those of their class. Cards without a code cannot be printed. */
export function toSheetCards(
  nests: readonly auth.Nest[],
  ofClass?: { of: ClassFace; cards: readonly auth.NestCard[] },
): SheetCard[] {
  const of = ofClass?.of ?? null;
  const withFace = (face: auth.NestFace | null) => (card: auth.NestCard) =>
    card.code === null ? [] : [{ id: card.id, code: card.code, label: card.label, face, of }];
  return [
    ...(ofClass?.cards.flatMap(withFace(null)) ?? []),
    ...nests.flatMap((nest) => nest.cards.flatMap(withFace(nest))),
  ];
}

/** Returns the cards page by page. */
export function toSheets(cards: readonly SheetCard[]): SheetCard[][] {
  return Array.from({ length: Math.ceil(cards.length / CARDS_PER_SHEET) }, (_, page) =>
    cards.slice(page * CARDS_PER_SHEET, (page + 1) * CARDS_PER_SHEET),
  );
}
