import { listCategories } from '@larksong/contracts';
import { useQuery } from '@tanstack/react-query';

import { queryFor } from '../api/queries.ts';
import { SuperadminOnly } from '../features/auth/gate.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { Status } from '../ui/status.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';
import '../styles/game-admin.css';

export function GameAdminPage() {
  useDocumentTitle('Game Content Manager');
  return (
    <div className="page">
      <SuperadminOnly title="Access Denied - Superadmin Only." hint="">
        <h1>Game Content Manager</h1>
        <section className="panel manager" aria-labelledby="categories">
          <h2 id="categories">Categories</h2>
          <Categories />
        </section>
      </SuperadminOnly>
    </div>
  );
}

function Categories() {
  const query = useQuery(queryFor(listCategories, {}));
  if (query.isPending) return <Status>Loading categories...</Status>;
  if (query.isError)
    return (
      <LoadFailed
        title="The categories did not load"
        level={3}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  const { categories } = query.data;
  if (categories.length === 0) return <p className="muted">There are no letters yet.</p>;
  return (
    <ul className="categories">
      {categories.map(({ id, letter, itemCount }) => (
        <li key={id}>
          <b aria-hidden>{letter}</b>
          <strong>Letter {letter}</strong>
          <small>{itemCount === 1 ? '1 item' : `${itemCount} items`}</small>
        </li>
      ))}
    </ul>
  );
}
