import { auth, isBlank } from '@larksong/contracts';
import { Printer } from 'lucide-react';
import { useId, useState } from 'react';

import { findAddressTrouble, publicAddress } from '../../../lib/public-address.ts';
import { text, useTexts } from '../../../lib/texts.ts';
import { ButtonLink } from '../../../parts/button-link.tsx';
import { errorSentence } from '../../../parts/error-sentence.ts';
import { only, useForm } from '../../../parts/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Message } from '../../../ui/message.tsx';
import { LazyQrCode } from '../../share-list/lazy-qr-code.tsx';
import { toCardAddress } from './card-address.ts';
import { makeCard, type CardOwner } from './card-calls.ts';
import styles from './card-dialog.module.css';

interface CardDialogProps {
  owner: CardOwner;
  /** The card to show; null makes one. */
  card: auth.NestCard | null;
  sheet: string;
  onClose: () => void;
}

/** Makes a card, and shows it: its QR code, and the code in letters. */
export function CardDialog({ owner, card, sheet, onClose }: CardDialogProps) {
  const t = useTexts();
  const [made, setMade] = useState(card);
  return (
    <Dialog open title={made ? made.label : t('cards.new')} onClose={onClose}>
      {made ? (
        <Shown kind={owner.kind} card={made} sheet={sheet} onClose={onClose} />
      ) : (
        <Make owner={owner} onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface MakeProps {
  owner: CardOwner;
  onMade: (card: auth.NestCard) => void;
  onClose: () => void;
}

function Make({ owner, onMade, onClose }: MakeProps) {
  const t = useTexts();
  const formId = useId();
  const form = useForm({
    defaults: { label: '' },
    check: ({ label }) => only('label', isBlank(label) ? text('cards.label-missing') : undefined),
    send: ({ label }) => makeCard(owner, label.trim()),
    onSent: onMade,
  });
  return (
    <>
      <form {...form.props} id={formId} className="stack">
        <Field label={t('cards.label')} hint={t('cards.label-hint')} error={form.errors.label}>
          {(control) => (
            <input
              {...control}
              {...form.field('label')}
              dir="auto"
              maxLength={auth.MAX_CARD_LABEL}
              autoComplete="off"
              data-autofocus
            />
          )}
        </Field>
        {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
      </form>
      <div className="actions">
        <Button variant="plain" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button type="submit" form={formId} busy={form.isBusy}>
          {t('cards.make')}
        </Button>
      </div>
    </>
  );
}

interface ShownProps extends Pick<CardDialogProps, 'sheet' | 'onClose'> {
  kind: CardOwner['kind'];
  card: auth.NestCard;
}

function Shown({ kind, card: { code }, sheet, onClose }: ShownProps) {
  const t = useTexts();
  const isLocal = findAddressTrouble(publicAddress()) === 'local';
  if (code === null) return <Message kind="warn">{t('cards.no-code')}</Message>;
  const { href, start } = toCardAddress(code);
  return (
    <>
      <LazyQrCode className={styles.qr} content={href} />
      <p>{t(`cards.how-${kind}`)}</p>
      <p className="muted small">{t('cards.typed')}</p>
      <code className={styles.code} dir="ltr">
        {start}
        <wbr />
        <span>{code}</span>
      </code>
      {isLocal && <Message kind="warn">{t('cards.local', { address: publicAddress().origin })}</Message>}
      <div className="actions">
        <ButtonLink variant="plain" to={sheet}>
          <Printer className="icon" aria-hidden />
          {t('cards.print')}
        </ButtonLink>
        <Button onClick={onClose}>{t('cards.done')}</Button>
      </div>
    </>
  );
}
