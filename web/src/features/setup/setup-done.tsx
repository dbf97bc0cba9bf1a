import { auth } from '@larksong/contracts';
import { useQuery } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { openSignIn } from '../auth/sign-in.tsx';
import { Address } from './address.tsx';

const LOOK_EVERY_MS = 300;
/** The services stop first: an answer before that is not the new site's. They may also stop between two looks. */
const STOPPING_MS = 8000;

/** Says that the site is ready, as soon as it has restarted. */
export function SetupDone({ restarts, publicUrl }: { restarts: boolean; publicUrl: string }) {
  const t = useTexts();
  const isReady = useHasRestarted(restarts);
  if (!isReady)
    return (
      <EmptyState
        meadow
        level={1}
        title={t('setup.restarting')}
        hint={t('setup.restarting-hint')}
        action={<Button busy>{t('setup.one-moment')}</Button>}
      />
    );
  const isElsewhere = new URL(publicUrl).origin !== window.location.origin;
  return (
    <EmptyState
      meadow
      level={1}
      title={t('setup.ready')}
      hint={
        isElsewhere
          ? t.rich('setup.ready-elsewhere', { address: <Address url={publicUrl} /> })
          : t('setup.ready-hint')
      }
      action={
        isElsewhere ? (
          <a className="button" href={publicUrl}>
            {t('setup.open-site')}
          </a>
        ) : (
          <Button onClick={() => openSignIn()}>{t('setup.sign-in')}</Button>
        )
      }
    />
  );
}

function useHasRestarted(restarts: boolean): boolean {
  const { isSuccess } = useQuery({
    queryKey: ['site has restarted'],
    queryFn: async ({ signal }) => {
      const isUp = () =>
        call(auth.getSiteName, {}, { signal }).then(
          () => true,
          () => false,
        );
      const isStoppedBy = performance.now() + STOPPING_MS;
      while (performance.now() < isStoppedBy && (await isUp())) await pause(LOOK_EVERY_MS);
      while (!(await isUp())) await pause(LOOK_EVERY_MS);
      return true;
    },
    enabled: restarts,
  });
  return !restarts || isSuccess;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
