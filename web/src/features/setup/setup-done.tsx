import { auth } from '@larksong/contracts';
import { useQuery } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { openSignIn } from '../auth/sign-in.tsx';
import styles from './setup.module.css';

const LOOK_EVERY_MS = 300;
/** The services stop first: an answer before that is not the new site's. They may also stop between two looks. */
const STOPPING_MS = 8000;

/** Says that the site is ready, as soon as it has restarted. */
export function SetupDone({ restarts, publicUrl }: { restarts: boolean; publicUrl: string }) {
  const isReady = useHasRestarted(restarts);
  if (!isReady)
    return (
      <EmptyState
        meadow
        level={1}
        title="The site is restarting"
        hint="This takes a few seconds. Please leave this page open."
        action={<Button busy>One moment</Button>}
      />
    );
  const isElsewhere = new URL(publicUrl).origin !== window.location.origin;
  return (
    <EmptyState
      meadow
      level={1}
      title="Your site is ready"
      hint={
        isElsewhere ? (
          <>
            Its address is <span className={styles.address}>{publicUrl}</span>. Sign in there with your new
            password, and upload a first song.
          </>
        ) : (
          'Sign in with your new password, and upload a first song.'
        )
      }
      action={
        isElsewhere ? (
          <a className="button" href={publicUrl}>
            Open the site
          </a>
        ) : (
          <Button onClick={() => openSignIn()}>Sign in</Button>
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
