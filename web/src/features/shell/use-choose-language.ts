import { auth, type Language } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { chooseLanguage, keepLanguage } from '../../lib/language.ts';
import { listTextFiles, text } from '../../lib/texts.ts';
import { READ_LIMIT_MS } from '../../lib/time-limit.ts';
import { canReachServer } from '../../parts/page-code.ts';
import { alertDialog } from '../../ui/dialog-host.tsx';
import { updateUser, useSession } from '../auth/session.ts';

/**
 * Returns a function that shows the site in another language and keeps it, for members with their account. It resolves
 * with whether that worked, and says if it did not.
 */
export function useChooseLanguage(): (language: Language) => Promise<boolean> {
  const { status } = useSession();
  return async (language) => {
    try {
      await chooseLanguage(language);
    } catch {
      if (!(await mayFind(language))) {
        await alertDialog({ message: text('account-menu.language-not-loaded') });
        return false;
      }
      // The site was updated, or the browser never repeats a failed import: a page load finds the file.
      keepLanguage(language);
      window.location.reload();
    }
    if (status === 'signed-in')
      await call(auth.putOwnLanguage, { body: { language } }).then(
        ({ data }) => updateUser(data.user),
        () => {}, // the device keeps it, and a read-only site changes nothing
      );
    return true;
  };
}

/**
 * Returns whether a page load may find a language that could not be imported: the server answers about each of its files,
 * if only that it is gone. Otherwise the page would have no texts at all after the load.
 */
async function mayFind(language: Language): Promise<boolean> {
  if (!(await canReachServer())) return false;
  const asked = listTextFiles(language).map((file) =>
    fetch(file, { cache: 'no-store', signal: AbortSignal.timeout(READ_LIMIT_MS) }),
  );
  return (await Promise.allSettled(asked)).every(({ status }) => status === 'fulfilled');
}
