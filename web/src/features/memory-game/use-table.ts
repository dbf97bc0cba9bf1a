import { ApiError, game, type ErrorCode } from '@larksong/contracts';
import { useEffect, useRef, useState } from 'react';

import { call } from '../../api/client.ts';
import { watched } from '../../api/slow-reads.ts';
import { text } from '../../lib/texts.ts';
import { alertDialog } from '../../ui/dialog-host.tsx';
import { toPackInput } from '../../parts/game-cards/packs.ts';
import { errorSentence, withWait } from '../../parts/error-sentence.ts';
import { layBoard, type Board } from './rules/board.ts';
import { createDealer, type Choice } from './rules/dealer.ts';
import { showPictures } from './rules/faces.ts';

/** Children read the sentence or hear it read: the server's own words about its faults would only frighten them. */
const FAULTS: readonly (ErrorCode | undefined)[] = ['INTERNAL', 'BAD_GATEWAY', 'GATEWAY_TIMEOUT'];

/**
 * `refused`: the server has no cards of these letters; `failed`: it did not respond. Both only before the first deal.
 */
type TableStatus = 'loading' | 'playing' | 'refused' | 'failed';

interface TableDeps {
  onDeal: (board: Board) => void;
  /** See the dealer's `prepare`. */
  prepare: (items: readonly game.DealtItem[]) => Promise<boolean>;
  /** Whether only the status tells of failures. */
  isQuiet?: boolean;
}

/** Requests cards from the server and reports failures. */
export function useTable({ onDeal, prepare, isQuiet }: TableDeps) {
  const [dealer] = useState(() => createDealer({ draw, prepare, random: Math.random }));
  const [status, setStatus] = useState<TableStatus>('loading');
  const [choice, setChoice] = useState<Choice>();
  const latest = useRef<Choice>(undefined);
  useEffect(() => () => dealer.stop(), [dealer]);

  /** Shows the message. Cards already on the table stay there. */
  const refuse = (kind: 'refused' | 'failed', message: string): undefined => {
    setStatus((before) => (before === 'playing' ? before : kind));
    if (!isQuiet) void alertDialog({ title: text('game.name'), message });
  };

  /** Resolves to the new board, or undefined if none was dealt. */
  const start = async (requested: Choice): Promise<Board | undefined> => {
    latest.current = requested;
    setStatus((before) => (before === 'playing' ? before : 'loading'));
    try {
      const items = await watched(dealer.start(requested), () => void start(requested));
      const board = layBoard(items, requested.grid, Math.random);
      if (!board) return refuse('refused', text('no-cards.no-items'));
      setChoice(requested);
      setStatus('playing');
      onDeal(board);
      return board;
    } catch (error) {
      // A start that another one has replaced reports nothing.
      if (latest.current !== requested || !(error instanceof ApiError)) return undefined;
      return refuse('failed', toSentence(error));
    }
  };

  /** Deals the next cards of the same letters; false if they have been deleted and a new start is needed. */
  const again = (): boolean => {
    latest.current = undefined;
    const board = choice ? layBoard(dealer.again(), choice.grid, Math.random) : null;
    if (board) onDeal(board);
    else setStatus('loading');
    return board !== null;
  };

  return { status, choice, start, again, reserve: dealer.reserve, refresh: dealer.refresh };
}

async function draw({ letters, grid, pack }: Choice, signal: AbortSignal): Promise<game.DealtItem[]> {
  const cards = { letters: letters.join(','), limit: game.CARD_COUNTS[grid] };
  const query = { ...cards, ...toPackInput(pack).query };
  const { data } = await call(game.dealItems, { query }, { signal });
  return showPictures(data.items, Math.random);
}

function toSentence(error: ApiError): string {
  if (error.status === 0) return text('no-cards.unreachable');
  if (FAULTS.includes(error.code)) return text('no-cards.broken');
  // Without a sentence from the server, the client's own says nothing useful.
  const isServersOwn = error.code !== undefined;
  return isServersOwn ? errorSentence(error) : withWait(error, text('no-cards.no-answer'));
}
