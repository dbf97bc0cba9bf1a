import type { auth } from '@larksong/contracts';
import { lazy, Suspense, useState } from 'react';
import { Outlet } from 'react-router';

import { keepNests, useNests } from '../../api/nest-session.ts';
import { queryClient } from '../../api/query-client.ts';
import { createChunk, useChunk } from '../../lib/chunk.ts';
import { useThemeColor } from '../../lib/theme-color.ts';
import { useTexts } from '../../lib/texts.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { DialogHost } from '../../ui/dialog-host.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { useCardCode } from '../enter-nest/card-code.ts';
import { Ended } from './ended.tsx';
import { useStillOpen } from './use-still-open.ts';
import { Who } from './who.tsx';

/** Only for another card, so the first load of a nest goes without. */
const Entering = lazy(async () => ({ default: (await import('../enter-nest/entering.tsx')).Entering }));

/** The frame of all pages of a nest: nothing of the site around them. */
export function Frame() {
  const t = useTexts();
  useThemeColor('meadow');
  useDocumentTitle(t('nest.tab'));
  return (
    <>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <DialogHost />
    </>
  );
}

/** Continues with the nests of another card, in a new document. */
function goOn(session: auth.NestSession): void {
  keepNests(session);
  queryClient.clear();
  window.location.replace(paths.nest);
}

/** Shows a page only while a nest is chosen: its place, and otherwise the way to it. */
export function Gate() {
  const t = useTexts();
  const { refreshToken, nestId, faces, cameBy } = useNests();
  const { code: found, forget } = useCardCode();
  const [typed, setTyped] = useState<string | null>(null);
  const code = found ?? typed;
  const close = () => {
    forget();
    setTyped(null);
  };
  useStillOpen();
  if (code !== null)
    return (
      <Suspense>
        <Entering key={code} code={code} onEntered={goOn} action={<BackToNest onPress={close} />} />
      </Suspense>
    );
  const isOfClass = cameBy.startsWith('class');
  if (refreshToken !== null && isOfClass && faces.length === 0)
    return <Ended title={t('nest.class-empty')} hint={t('nest.class-empty-hint')} onTyped={setTyped} />;
  if (refreshToken === null || faces.length === 0)
    return <Ended title={t('nest.ended')} hint={t('nest.ended-hint')} onTyped={setTyped} />;
  if (nestId === null) return <Who />;
  return (
    <>
      <Outlet key={nestId} />
      {isOfClass && <LazyClassTablet />}
    </>
  );
}

/** Not in the first load, since its work begins after ten minutes. */
const classTablet = createChunk(() => import('./class-tablet.ts'));

function LazyClassTablet() {
  const { loaded } = useChunk(classTablet);
  return loaded ? <loaded.ClassTablet /> : null;
}

/** The way on from a card that does not open: to what is on this device, and nowhere else. */
function BackToNest({ onPress }: { onPress: () => void }) {
  const t = useTexts();
  return (
    <Button variant="play" onClick={onPress}>
      {t('nest.to-my-nest')}
    </Button>
  );
}
