import { ButtonLink } from '../parts/button-link.tsx';
import { paths } from '../paths.ts';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';
import styles from './not-found.module.css';

export function NotFoundPage() {
  useDocumentTitle('Page not found');
  return (
    <div className={classNames('page', styles.stage)}>
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
