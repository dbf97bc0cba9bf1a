import type { ReactNode } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { GameMessage } from './game-states.tsx';
import { GameTable } from './game-table.tsx';
import { useOffer } from './use-offer.ts';
import { ManageButton, ManagePanel, useManage } from './manage.tsx';

interface MemoryGameProps {
  /** The letters of the address (`?letters=`), or null. */
  linkedLetters: string | null;
  /** The pack of the address (`?pack=`), or null. */
  linkedPack?: string | null;
  /** Called when letters other than those of the address are played. */
  onLeaveLink: () => void;
  /** Returns the address of the game with a query such as `?letters=A,M`, for links to copy. */
  toLink: (query: string) => string;
  /** The link to add letters if there are none, for superadmins. */
  emptyAction?: ReactNode;
  /** The content of Add Content, for superadmins. */
  manage?: ReactNode;
}

/** The letter memory game, from the server's offer to the board. */
export function MemoryGame({
  emptyAction,
  manage,
  linkedPack = null,
  onLeaveLink,
  ...link
}: MemoryGameProps) {
  const t = useTexts();
  const { query, table } = useOffer({ linkedPack, onLeaveLink, ...link });
  const managing = useManage(manage !== undefined);
  return (
    <>
      {query.isError && !query.data ? (
        <GameMessage>
          <LoadFailed title={t('no-game.failed')} error={query.error} onRetry={() => void query.refetch()} />
        </GameMessage>
      ) : table.offer?.categories.length === 0 ? (
        <GameMessage>
          <EmptyState
            meadow
            title={t('no-game.title')}
            hint={t('no-game.hint')}
            action={
              emptyAction !== undefined && (
                <div className="row">
                  {emptyAction}
                  <ManageButton {...managing} />
                </div>
              )
            }
          />
        </GameMessage>
      ) : (
        <GameTable {...link} {...table} extra={<ManageButton {...managing} />} />
      )}
      <ManagePanel {...managing}>{manage}</ManagePanel>
    </>
  );
}
