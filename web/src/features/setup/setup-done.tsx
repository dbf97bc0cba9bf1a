import { auth } from '@larksong/contracts';
import { useQuery } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { openSignIn } from '../auth/sign-in.tsx';

const LOOK_EVERY_MS = 1000;
/** The services stop first: an answer before that is not the new site's. */
const STOPPING_MS = 3000;

/** Says that the site is ready, as soon as it has restarted. */
export function SetupDone({ restarts, publicUrl }: { restarts: boolean; publicUrl: string }) {
  const isReady = useHasRestarted(restarts);
  if (!isReady)
    return (
      <EmptyState
        meadow
        level={1}
        title="The site is restarting"
        hint="It takes some seconds. Please leave this page open."
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
        isElsewhere
          ? `Its address is ${publicUrl}. Sign in there with your new password, and upload a first song.`
          : 'Sign in with your new password, and upload a first song.'
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
      await new Promise((resolve) => setTimeout(resolve, STOPPING_MS));
      await call(auth.getSiteName, {}, { signal });
      return true;
    },
    enabled: restarts,
    retry: true,
    retryDelay: LOOK_EVERY_MS,
  });
  return !restarts || isSuccess;
}
