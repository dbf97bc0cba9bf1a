import { paths } from '../../paths.ts';

/** Returns the addresses of one nest or class from their path. */
const of = (path: string) => (id: string) => path.replace(':id', encodeURIComponent(id));

/** What a nest may show, and how long. */
export const childOf = of(paths.child);
/** The cards of a nest, to be printed. */
export const childCardsOf = of(paths.childCards);
/** A class, for the grown-ups who care for it. */
export const classOf = of(paths.nestClass);
/** What the nests of a class may show, and how long. */
export const classRuleOf = of(paths.classRule);
/** The cards of a class and its nests, to be printed. */
export const classCardsOf = of(paths.classCards);
