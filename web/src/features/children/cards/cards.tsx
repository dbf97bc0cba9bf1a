import type { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { Plus, Printer, QrCode } from 'lucide-react';
import { useState } from 'react';

import { formatAge } from '../../../lib/format.ts';
import { text, useTexts, type Texts } from '../../../lib/texts.ts';
import { ButtonLink } from '../../../parts/button-link.tsx';
import { errorSentence } from '../../../parts/error-sentence.ts';
import { Button } from '../../../ui/button.tsx';
import { confirmDialog } from '../../../ui/dialog-host.tsx';
import { Message } from '../../../ui/message.tsx';
import { NoPin } from '../pin.tsx';
import styles from '../things.module.css';
import { takeBackCard, type CardOwner } from './card-calls.ts';
import { CardDialog } from './card-dialog.tsx';

interface CardsProps {
  owner: CardOwner;
  cards: readonly auth.NestCard[];
  /** The page that prints them. */
  sheet: string;
}

/** The cards that open a nest, or a class, on other devices: made with a label, shown, printed and taken back. */
export function Cards({ owner, cards, sheet }: CardsProps) {
  const t = useTexts();
  const [shown, setShown] = useState<auth.NestCard | 'new' | null>(null);
  return (
    <>
      <p className="muted small">{t(`cards.what-${owner.kind}`)}</p>
      {/* On the page of a class, the code for tablets says so. */}
      {owner.kind === 'nest' && <NoPin />}
      {cards.length > 0 && (
        <ul className={styles.things}>
          {cards.map((card) => (
            <Card key={card.id} owner={owner} card={card} onShow={() => setShown(card)} />
          ))}
        </ul>
      )}
      <div className="row">
        <Button variant="plain" onClick={() => setShown('new')}>
          <Plus className="icon" aria-hidden />
          {t('cards.make')}
        </Button>
        {cards.some(({ code }) => code !== null) && (
          <ButtonLink variant="quiet" to={sheet}>
            <Printer className="icon" aria-hidden />
            {t('cards.print')}
          </ButtonLink>
        )}
      </div>
      {shown && (
        <CardDialog
          owner={owner}
          card={shown === 'new' ? null : shown}
          sheet={sheet}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

interface CardProps {
  owner: CardOwner;
  card: auth.NestCard;
  onShow: () => void;
}

function Card({ owner, card, onShow }: CardProps) {
  const t = useTexts();
  const { label } = card;
  const taking = useTakingBack(owner, card);
  return (
    <li>
      <QrCode className="icon" aria-hidden />
      <span>
        <bdi>{label}</bdi>
        <small>{describeUse(card, t)}</small>
      </span>
      {card.code !== null && (
        <Button variant="quiet" aria-label={t('cards.show-named', { label })} onClick={onShow}>
          {t('cards.show')}
        </Button>
      )}
      <Button
        variant="danger"
        slim
        busy={taking.isPending}
        aria-label={t('cards.take-back-named', { label })}
        onClick={() => void taking.ask()}
      >
        {t('cards.take-back')}
      </Button>
      {card.code === null && <Message kind="warn">{t('cards.no-code')}</Message>}
      {taking.error && <Message kind="bad">{errorSentence(taking.error)}</Message>}
    </li>
  );
}

function useTakingBack(owner: CardOwner, { id, label, deviceCount }: auth.NestCard) {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => takeBackCard(owner, id) });
  const ask = async () => {
    const isConfirmed = await confirmDialog({
      title: text('cards.take-back-title'),
      subject: label,
      message: text('cards.take-back-question', { count: deviceCount }),
      confirmLabel: text('cards.take-back'),
      cancelLabel: text('cards.keep'),
      danger: true,
    });
    if (isConfirmed) mutate();
  };
  return { ask, isPending, error };
}

function describeUse({ lastUsedAt, deviceCount }: auth.NestCard, t: Texts): string {
  if (lastUsedAt === null) return t('cards.unused');
  return `${t('cards.open-on', { count: deviceCount })} · ${t('devices.used', { age: formatAge(lastUsedAt) })}`;
}
