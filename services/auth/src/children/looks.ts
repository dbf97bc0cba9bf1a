import { auth, catalog } from '@larksong/contracts';

export type AnimalOnGround = Pick<auth.NestFace, 'animal' | 'ground'>;

/**
 * All animals on all grounds. Neighbours differ in both, and each animal comes once before the first one comes again, so
 * that a class begins with as many animals as possible.
 */
const ALL: readonly AnimalOnGround[] = Array.from(catalog.CHIP_HUES, (_, round) =>
  auth.ANIMALS.map((animal, index) => ({ animal, ground: groundAt(index + round) })),
).flat();

function groundAt(index: number): auth.Ground {
  return catalog.CHIP_HUES[index % catalog.CHIP_HUES.length] ?? 'lake';
}

/** Returns looks for further nests of a class: those that were taken least often, so none twice while others last. */
export function chooseLooks(taken: readonly AnimalOnGround[], count: number): AnimalOnGround[] {
  const keyOf = ({ animal, ground }: AnimalOnGround) => `${animal} ${ground}`;
  const uses = new Map(ALL.map((look) => [keyOf(look), 0]));
  const take = (look: AnimalOnGround) => uses.set(keyOf(look), (uses.get(keyOf(look)) ?? 0) + 1);
  taken.forEach(take);
  return Array.from({ length: count }, () => {
    const least = Math.min(...uses.values());
    const look = ALL.find((each) => uses.get(keyOf(each)) === least);
    if (!look) throw new Error('there are no looks');
    take(look);
    return look;
  });
}
