import { useSearchParams } from 'react-router';

import { readStored, writeStored } from '../../lib/storage.ts';
import { trimLetter } from '../../parts/game-cards/letter-card.ts';
import { guessPaper, KINDS, PAPERS, type Kind, type Paper } from './sheets.ts';

const PAPER_KEY = 'print.paper';

export interface PrintChoice {
  letters: readonly string[];
  kind: Kind;
  paper: Paper;
}

/** The print options in the address, so that they can be shared and survive a reload. */
export function usePrintChoice(
  all: readonly string[],
): [choice: PrintChoice, change: (changes: Partial<PrintChoice>) => void] {
  const [search, setSearch] = useSearchParams();
  const given = search.get('letters');
  const choice: PrintChoice = {
    letters: given === null ? all.slice(0, 1) : keepKnown(all, given.split(',').map(trimLetter)),
    kind: KINDS.find((kind) => kind === search.get('what')) ?? 'cards',
    paper: PAPERS.find((paper) => paper === search.get('paper')) ?? readPaper(),
  };
  const change = (changes: Partial<PrintChoice>) => {
    const next = { ...choice, ...changes };
    if (changes.paper) writeStored(PAPER_KEY, changes.paper);
    const letters = keepKnown(all, next.letters).join(',');
    const pack = search.get('pack');
    const chosen = { letters, what: next.kind, paper: next.paper, ...(pack === null ? {} : { pack }) };
    setSearch(chosen, { replace: true, preventScrollReset: true });
  };
  return [choice, change];
}

/** Returns the paper last chosen on this device, or else that of its region. */
function readPaper(): Paper {
  const kept = readStored(PAPER_KEY);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return PAPERS.find((paper) => paper === kept) ?? guessPaper({ language: navigator.language, timeZone });
}

/** Returns the known ones, in the order of the site. */
function keepKnown(all: readonly string[], letters: readonly string[]): string[] {
  return all.filter((letter) => letters.includes(letter));
}
