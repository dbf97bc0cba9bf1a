import { catalog } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';
import { UNAWAITED } from '../../api/slow-reads.ts';
import { useSession } from '../auth/session.ts';

const REFRESH_MS = 60_000;

/** Returns what visitors may use as the gateway has written it into the page. */
function findAccess(): { access: catalog.SiteAccess } | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=site-access]');
  return meta ? { access: JSON.parse(meta.content) as catalog.SiteAccess } : undefined; // its own form
}

/** Returns what is closed to this viewer; nothing until it is known, since the server refuses what is closed anyway. */
export function useClosedParts(): { songs: boolean; game: boolean } {
  const { status } = useSession();
  const { data } = useCall(
    catalog.getSiteAccess,
    {},
    {
      enabled: status === 'signed-out',
      initialData: findAccess,
      refetchInterval: REFRESH_MS,
      refetchOnWindowFocus: true,
      staleTime: REFRESH_MS,
      meta: UNAWAITED,
    },
  );
  const isVisitor = status === 'signed-out';
  return {
    songs: isVisitor && data?.access.visitors === 'nobody',
    game: isVisitor && data?.access.game === 'nobody',
  };
}
