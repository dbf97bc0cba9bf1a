import { ButtonLink } from '../parts/button-link.tsx';
import { paths } from '../paths.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function NotFoundPage() {
  useDocumentTitle('Page not found');
  return (
    <div className="page stage">
      <EmptyState
        meadow
        level={1}
        title="Page not found"
        hint="There is nothing at this address."
        action={
          <div className="row">
            <ButtonLink to={paths.home}>Home</ButtonLink>
            <ButtonLink variant="plain" to={paths.songs}>
              Songs
            </ButtonLink>
          </div>
        }
      />
    </div>
  );
}
