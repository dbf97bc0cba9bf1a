import { useTexts } from '../lib/texts.ts';
import { ButtonLink } from '../parts/button-link.tsx';
import { paths } from '../paths.ts';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';
import styles from './not-found.module.css';

export function NotFoundPage() {
  const t = useTexts();
  useDocumentTitle(t('not-found.tab'));
  return (
    <div className={classNames('page', styles.stage)}>
      <EmptyState
        meadow
        level={1}
        title={t('not-found.title')}
        hint={t('not-found.hint')}
        action={
          <div className="row">
            <ButtonLink to={paths.home}>{t('not-found.home')}</ButtonLink>
            <ButtonLink variant="plain" to={paths.songs}>
              {t('not-found.songs')}
            </ButtonLink>
          </div>
        }
      />
    </div>
  );
}
