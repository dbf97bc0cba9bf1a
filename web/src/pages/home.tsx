import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

import { useSession } from '../features/auth/session.ts';
import { OpenPart } from '../features/closed-site/open-part.tsx';
import { ManageContent } from '../features/game-admin/manage-content.tsx';
import { MemoryGame } from '../features/memory-game/memory-game.tsx';
import { useTexts } from '../lib/texts.ts';
import { fetchPageWhenIdle } from '../parts/page-code.ts';
import { ButtonLink } from '../parts/button-link.tsx';
import { useStayOffline } from '../parts/use-stay-offline.ts';
import { paths } from '../paths.ts';

export { gameParts } from '../features/memory-game/parts.ts';

/** The memory game; `?letters=A,M,S` selects its letters, and `?pack=de` the language of its words. */
export function HomePage() {
  const t = useTexts();
  const { mayEditLetters } = useSession();
  const [search, setSearch] = useSearchParams();
  useStayOffline();
  useEffect(() => fetchPageWhenIdle(paths.songs), []);
  const leaveLink = () => {
    if (search.has('letters') || search.has('pack')) setSearch({}, { replace: true });
  };
  return (
    <OpenPart part="game">
      <MemoryGame
        linkedLetters={search.get('letters')}
        linkedPack={search.get('pack')}
        onLeaveLink={leaveLink}
        toLink={(query) => new URL(paths.home + query, window.location.origin).href}
        emptyAction={
          mayEditLetters ? <ButtonLink to={paths.gameAdmin}>{t('no-game.admin')}</ButtonLink> : undefined
        }
        manage={mayEditLetters ? <ManageContent /> : undefined}
      />
    </OpenPart>
  );
}
