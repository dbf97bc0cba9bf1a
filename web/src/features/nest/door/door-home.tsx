import { auth } from '@larksong/contracts';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { call } from '../../../api/client.ts';
import { endNests } from '../../../api/nest-session.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useCall } from '../../../api/queries.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ButtonLink } from '../../../parts/button-link.tsx';
import { errorSentence } from '../../../parts/error-sentence.ts';
import { nestPaths } from '../../../nest-paths.ts';
import { Button } from '../../../ui/button.tsx';
import { confirmDialog } from '../../../ui/dialog-host.tsx';
import { Message } from '../../../ui/message.tsx';
import { Status } from '../../../ui/status.tsx';
import { DoorNest } from './door-nest.tsx';
import styles from './door-home.module.css';

/** Behind the door: the nests of this device, and the end of the hand-over. Nothing of the account. */
export function DoorHome() {
  const t = useTexts();
  const { data, error } = useCall(auth.listDoorNests, {});
  return (
    <>
      {error && <Message kind="bad">{errorSentence(error)}</Message>}
      {!data && !error && <Status className="muted small">{t('door.loading')}</Status>}
      {data?.nests.map((nest) => (
        <DoorNest key={nest.id} nest={nest} />
      ))}
      <End />
      <p className="muted small">{t('door.what')}</p>
    </>
  );
}

function End() {
  const t = useTexts();
  const { end, isBusy, error } = useEnd();
  return (
    <>
      {error !== null && <Message kind="bad">{errorSentence(error)}</Message>}
      <div className={styles.ways}>
        <Button busy={isBusy} onClick={() => void end()}>
          <LogOut className="icon" aria-hidden />
          {t('door.end')}
        </Button>
        <ButtonLink replace variant="plain" to={nestPaths.signIn}>
          {t('door.password')}
        </ButtonLink>
      </div>
    </>
  );
}

/** Ends the hand-over after a question. The browser stays a nest's until somebody signs in, so that page follows. */
function useEnd() {
  const t = useTexts();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const end = async (): Promise<void> => {
    const question = { title: t('door.end-title'), message: t('door.end-question') };
    if (!(await confirmDialog({ ...question, confirmLabel: t('door.end') }))) return;
    setBusy(true);
    setError(null);
    try {
      await call(auth.endHandOver, {});
    } catch (failure) {
      setBusy(false);
      return setError(failure);
    }
    await navigate(nestPaths.signIn, { replace: true });
    endNests();
    queryClient.clear();
  };
  return { end, isBusy, error };
}
