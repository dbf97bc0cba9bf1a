import { X } from 'lucide-react';
import { useEffect } from 'react';
import { Navigate, useNavigate } from 'react-router';

import { shutDoor, useDoor } from '../../../api/door.ts';
import { useNests } from '../../../api/nest-session.ts';
import { useTexts } from '../../../lib/texts.ts';
import { nestPaths } from '../../../nest-paths.ts';
import { paths } from '../../../paths.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Message } from '../../../ui/message.tsx';
import { DoorHome } from './door-home.tsx';
import { forgetDoorCalls } from './door-calls.ts';
import { Pad } from './pad.tsx';
import styles from './door.module.css';

/** The grown-up's door: the pad, and what it leads to. Whoever leaves the page has shut it. */
export function Door() {
  const t = useTexts();
  const navigate = useNavigate();
  const { refreshToken } = useNests();
  const door = useDoor();
  const isOpen = door === 'open';
  const leave = () => void navigate(paths.nest, { replace: true });
  useEffect(() => () => shutDoor(), []);
  useEffect(() => {
    if (!isOpen) forgetDoorCalls();
  }, [isOpen]);
  // A nest that has ended has no PIN any more: the password is left.
  if (refreshToken === null) return <Navigate replace to={nestPaths.signIn} />;
  return (
    <div className={classNames('meadow', styles.page)}>
      <div className={classNames('panel', styles.panel, isOpen && styles.wide)}>
        <div className={styles.top}>
          <h1>{t(isOpen ? 'nest.grown-ups' : 'door.title')}</h1>
          <IconButton label={t('door.back')} icon={X} onClick={leave} />
        </div>
        {door === 'over' && <Message>{t('door.over')}</Message>}
        {isOpen ? <DoorHome /> : <Pad onLeftAlone={leave} />}
      </div>
    </div>
  );
}
