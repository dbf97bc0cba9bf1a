import { listCategories, type Category } from '@larksong/contracts';
import { useQuery } from '@tanstack/react-query';

import { queryFor } from '../api/queries.ts';
import { useSession } from '../features/auth/session.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { Status } from '../ui/status.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function HomePage() {
  useDocumentTitle('Memory Game');
  return (
    <div className="page stage">
      <h1 className="game-name">Memory Game</h1>
      <Letters />
    </div>
  );
}

function Letters() {
  const categories = useQuery(queryFor(listCategories, {}));
  if (categories.isPending) return <LettersLoading />;
  if (categories.isError)
    return (
      <LoadFailed
        title="Failed to load game. Please try again."
        error={categories.error}
        onRetry={() => void categories.refetch()}
      />
    );
  if (categories.data.categories.length === 0) return <NoContent />;
  return <LetterTiles categories={categories.data.categories} />;
}

function LetterTiles({ categories }: { categories: Category[] }) {
  return (
    <section aria-labelledby="letters">
      <h2 id="letters">Letters to learn</h2>
      <ul className="letter-tiles">
        {categories.map(({ id, letter }) => (
          <li key={id} className="letter-tile" aria-label={letter}>
            {letter}
            {letter.toLowerCase() === letter ? '' : letter.toLowerCase()}
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoContent() {
  const { isSuperadmin } = useSession();
  return (
    <EmptyState
      meadow
      title="No Game Content Available"
      hint="Please add letters and items via the Game Admin page."
      {...(isSuperadmin ? { action: <ButtonLink to={paths.gameAdmin}>Go to Game Admin</ButtonLink> } : {})}
    />
  );
}

function LettersLoading() {
  return (
    <section>
      <Status>Loading letters...</Status>
      <div className="letter-tiles" aria-hidden>
        {['a', 'b', 'c', 'd'].map((key) => (
          <div key={key} className="letter-tile waiting" />
        ))}
      </div>
    </section>
  );
}
