import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

/** A link that opens nothing: mistyped, ended and taken back look the same. */
export function NotOpen() {
  const t = useTexts();
  return (
    <div role="alert">
      <EmptyState
        meadow
        level={1}
        title={t('guest.not-open')}
        hint={t('guest.not-open-hint')}
        action={<Home />}
      />
    </div>
  );
}

/** What people see who were in a list when its link ended or was taken back. */
export function PutAway() {
  const t = useTexts();
  return (
    <div className="page">
      <div role="alert">
        <EmptyState
          meadow
          level={1}
          title={t('guest.put-away')}
          hint={t('guest.put-away-hint')}
          action={<Home />}
        />
      </div>
    </div>
  );
}

function Home() {
  const t = useTexts();
  return (
    <ButtonLink variant="plain" to={paths.home}>
      {t('guest.home')}
    </ButtonLink>
  );
}
