import { RefreshCw, WifiOff } from 'lucide-react';
import { useEffectEvent, useLayoutEffect, type ComponentType } from 'react';
import { useLocation } from 'react-router';

import { useChunk, type CodeChunk } from '../lib/chunk.ts';
import { useTexts } from '../lib/texts.ts';
import { NoAnswerError } from '../lib/time-limit.ts';
import { canReachServer } from './page-code.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';
import { ButtonLink } from './button-link.tsx';

/**
 * Returns the page, or one that loads it later if its code cannot be loaded now. Rejects if there is no answer, since only
 * a full page load asks again.
 */
export async function loadPage(code: CodeChunk<ComponentType>): Promise<ComponentType> {
  try {
    return await code.fetch();
  } catch (error) {
    if (error instanceof NoAnswerError) throw error;
    return createLatePage(code);
  }
}

/** Returns a page that says that there is no connection until its code is loaded. */
function createLatePage(code: CodeChunk<ComponentType>): ComponentType {
  return function LatePage() {
    const { loaded: Page, hasFailed, retry } = useChunk(code);
    if (Page) return <Page />;
    return hasFailed ? <NoConnection code={code} onRetry={retry} /> : null;
  };
}

interface NoConnectionProps {
  code: CodeChunk<ComponentType>;
  onRetry: () => void;
}

function NoConnection({ code, onRetry }: NoConnectionProps) {
  const { pathname } = useLocation();
  const t = useTexts();
  useDocumentTitle(t('offline.title'));
  const retry = useEffectEvent(onRetry);
  // Before the page is shown, so that no returning connection is missed.
  useLayoutEffect(() => {
    const whenOnline = () => retry();
    window.addEventListener('online', whenOnline);
    return () => window.removeEventListener('online', whenOnline);
  }, []);
  const tryAgain = async () => {
    try {
      await code.fetch();
      onRetry();
    } catch {
      // The server may no longer have the code of an older version, and some browsers never repeat a failed import.
      if (await canReachServer()) window.location.reload();
    }
  };
  return (
    <div className="page" role="alert">
      <EmptyState
        icon={WifiOff}
        level={1}
        title={t('offline.title')}
        hint={t('offline.hint')}
        action={
          <div className="row">
            {pathname !== paths.home && <ButtonLink to={paths.home}>{t('offline.home')}</ButtonLink>}
            <Button variant="plain" onClick={() => void tryAgain()}>
              <RefreshCw className="icon" aria-hidden />
              {t('offline.retry')}
            </Button>
          </div>
        }
      />
    </div>
  );
}
