import { auth } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';
import { UNAWAITED } from '../../api/slow-reads.ts';
import { useSiteName } from '../../lib/site-name.ts';
import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { openSignIn } from '../auth/sign-in.tsx';

interface ClosedPartProps {
  part: 'songs' | 'game';
  isGameOpen: boolean;
}

/** Tells visitors of a closed site what it is and how to get in. */
export function ClosedPart({ part, isGameOpen }: ClosedPartProps) {
  const t = useTexts();
  const siteName = useSiteName();
  useDocumentTitle(siteName);
  const settings = useCall(auth.getAuthSettings, {}, { meta: UNAWAITED });
  const registration = settings.data?.registration;
  return (
    <div className="page">
      <EmptyState
        meadow
        level={1}
        title={t('closed.title', { siteName })}
        hint={
          <>
            <span>{t(`closed.${part}`)}</span>
            {registration !== undefined && registration !== 'open' && (
              <>
                {' '}
                <span>{t('closed.invitation')}</span>
              </>
            )}
          </>
        }
        action={<Ways canRegister={registration === 'open'} canPlay={part === 'songs' && isGameOpen} />}
      />
    </div>
  );
}

/** The ways in, and to what is open. */
function Ways({ canRegister, canPlay }: { canRegister: boolean; canPlay: boolean }) {
  const t = useTexts();
  return (
    <div className="row">
      <Button data-grown-ups onClick={() => openSignIn()}>
        {t('closed.sign-in')}
      </Button>
      {canRegister && (
        <Button variant="plain" data-grown-ups onClick={() => openSignIn({ mode: 'register' })}>
          {t('closed.register')}
        </Button>
      )}
      {canPlay && (
        <ButtonLink variant="plain" to={paths.home}>
          {t('closed.play')}
        </ButtonLink>
      )}
      <ButtonLink variant="plain" to={paths.forParents}>
        {t('closed.parents')}
      </ButtonLink>
    </div>
  );
}
