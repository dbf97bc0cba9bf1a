import { CircleAlert, RefreshCw } from 'lucide-react';
import { useRouteError } from 'react-router';

import { useTexts } from '../../lib/texts.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';

/** Replaces a page that failed to render, or whose code could not be loaded. */
export function PageError() {
  const error = useRouteError();
  const t = useTexts();
  useDocumentTitle(t('page-error.tab'));
  return (
    <div className="page" role="alert">
      <EmptyState
        icon={CircleAlert}
        tone="bad"
        level={1}
        title={t('page-error.title')}
        hint={errorSentence(error, t('page-error.hint'))}
        action={
          <div className="row">
            {/* A full page load: the server may no longer have the code of an older version. */}
            <Button onClick={() => window.location.reload()}>
              <RefreshCw className="icon" aria-hidden />
              {t('page-error.retry')}
            </Button>
            <a className="button plain" href={paths.home}>
              {t('page-error.home')}
            </a>
          </div>
        }
      />
    </div>
  );
}

/** The last resort, if bar and tray themselves failed. */
export function RootError() {
  return (
    <main>
      <PageError />
    </main>
  );
}
