import type { catalog } from '@larksong/contracts';
import { Hourglass, Undo2 } from 'lucide-react';
import { Link } from 'react-router';

import { useTexts } from '../../../lib/texts.ts';
import { paths } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useSession } from '../../auth/session.ts';
import styles from './approval-state.module.css';

export interface ApprovalStateProps {
  approval: catalog.Approval;
  /** On the picture of a card, in a list next to a picture, or with all that there is to say. */
  place: 'picture' | 'list' | 'page';
}

/** Tells the uploader and superadmins, who alone receive an `approval`, that a video waits for it or was sent back. */
export function ApprovalState({ approval, place }: ApprovalStateProps) {
  const t = useTexts();
  if (place === 'page') return <WholeState approval={approval} />;
  const isSentBack = approval.state === 'sent_back';
  const badge = (
    <Badge kind={isSentBack ? 'bad' : 'note'}>
      <StateIcon isSentBack={isSentBack} />
      {t(`approval-state.${approval.state}`)}
    </Badge>
  );
  return <div className={place === 'picture' ? styles.onPicture : undefined}>{badge}</div>;
}

function StateIcon({ isSentBack }: { isSentBack: boolean }) {
  const Icon = isSentBack ? Undo2 : Hourglass;
  return <Icon className={classNames('icon', isSentBack && 'points')} aria-hidden />;
}

function WholeState({ approval: { state, note } }: { approval: catalog.Approval }) {
  const t = useTexts();
  const { isSuperadmin } = useSession();
  const isSentBack = state === 'sent_back';
  return (
    <div className={classNames('message', isSentBack && 'warn')}>
      <StateIcon isSentBack={isSentBack} />
      <div>
        <strong>{t(`approval-state.${state}`)}</strong>
        {isSentBack && note !== null && (
          <p dir="auto" className={styles.note}>
            {note}
          </p>
        )}
        {state === 'waiting' && <p>{t('approval.unseen')}</p>}
        {isSentBack && !isSuperadmin && <p>{t('approval.change')}</p>}
        <p>
          <Link to={isSuperadmin ? paths.approvals : paths.transcoding}>
            {isSuperadmin ? t('tray.approvals') : t('tray.transcoding')}
          </Link>
        </p>
      </div>
    </div>
  );
}
