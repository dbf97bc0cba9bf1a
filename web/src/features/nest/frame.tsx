import { Outlet } from 'react-router';

import { useNests } from '../../api/nest-session.ts';
import { useThemeColor } from '../../lib/theme-color.ts';
import { useTexts } from '../../lib/texts.ts';
import { DialogHost } from '../../ui/dialog-host.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { Ended } from './ended.tsx';
import { Who } from './who.tsx';

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

/** Shows a page only while a nest is chosen: its place, and otherwise the way to it. */
export function Gate() {
  const { refreshToken, nestId, faces } = useNests();
  if (refreshToken === null || faces.length === 0) return <Ended />;
  return nestId === null ? <Who /> : <Outlet key={nestId} />;
}
