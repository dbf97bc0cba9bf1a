import type { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { Link2, Link2Off, Pencil, Printer } from 'lucide-react';
import { useState } from 'react';

import { text, useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { confirmDialog } from '../../ui/dialog-host.tsx';
import { Message } from '../../ui/message.tsx';
import { toLinkAddress } from './address.ts';
import { BoardCode } from './board-code.tsx';
import { CopyAddress } from './copy-address.tsx';
import { EndsOn } from './ends-on.tsx';
import { HiddenSongs } from './hidden-songs.tsx';
import { LazyQrCode } from './lazy-qr-code.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { takeBack } from './links.ts';
import { Openings } from './openings.tsx';
import styles from './share-panel.module.css';

interface OneLinkProps {
  listId: string;
  link: catalog.ListLink;
  onTakenBack: () => void;
}

/** A link: its QR code and address, when it ends, and what else can be done with it. */
export function OneLink({ listId, link, onTakenBack }: OneLinkProps) {
  const t = useTexts();
  const [isEditing, setEditing] = useState(false);
  const taking = useTakeBack(listId, link.id, onTakenBack);
  return (
    <>
      <Address code={link.code} />
      {link.state !== 'open' && <Message kind="warn">{t(`share.why-${link.state}`)}</Message>}
      <HiddenSongs listId={listId} linkId={link.id} />
      <EndsOn listId={listId} link={link} />
      <p className="muted small">{t('share.what')}</p>
      <Openings link={link} />
      {link.state === 'open' && <BoardCode listId={listId} link={link} />}
      <div className="row">
        {link.code !== null && (
          <ButtonLink variant="plain" to={paths.posterOf(listId, link.id)}>
            <Printer className="icon" aria-hidden />
            {t('share.poster')}
          </ButtonLink>
        )}
        <Button variant="plain" onClick={() => setEditing(true)}>
          <Pencil className="icon" aria-hidden />
          {t('share.change')}
        </Button>
        <Button variant="danger" busy={taking.isPending} onClick={() => void taking.ask()}>
          <Link2Off className="icon" aria-hidden />
          {t('share.take-back')}
        </Button>
      </div>
      {taking.error && <Message kind="bad">{errorSentence(taking.error)}</Message>}
      {isEditing && <LinkDialog listId={listId} link={link} onClose={() => setEditing(false)} />}
    </>
  );
}

function Address({ code }: { code: string | null }) {
  const t = useTexts();
  if (code === null) return <Message kind="warn">{t('share.no-address')}</Message>;
  return (
    <>
      <LazyQrCode className={styles.qr} content={toLinkAddress(code).href} />
      <CopyAddress code={code} />
    </>
  );
}

export function LinkState({ link: { state } }: { link: catalog.ListLink }) {
  const t = useTexts();
  const isOpen = state === 'open';
  const Icon = isOpen ? Link2 : Link2Off;
  return (
    <Badge kind={isOpen ? 'good' : 'plain'}>
      <Icon className="icon" aria-hidden />
      {t(`share.state-${state}`)}
    </Badge>
  );
}

function useTakeBack(listId: string, linkId: string, onTakenBack: () => void) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      onTakenBack();
      await takeBack(listId, linkId);
    },
  });
  const ask = async () => {
    const isConfirmed = await confirmDialog({
      title: text('share.take-back-title'),
      message: text('share.take-back-question'),
      confirmLabel: text('share.take-back'),
      cancelLabel: text('share.keep'),
      danger: true,
    });
    if (isConfirmed) mutate();
  };
  return { ask, isPending, error };
}
