import { auth } from '@larksong/contracts';
import { KeyRound } from 'lucide-react';
import { useId, useState } from 'react';

import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { saySaved } from '../../ui/saved.tsx';
import { ChoosePin } from '../hand-over/choose-pin.tsx';

interface PinState {
  isSet: boolean;
  isResting: boolean;
}

/** The PIN of the doors: whether there is one, and its change. */
export function Pin({ isSet, isResting }: PinState) {
  const t = useTexts();
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{t('children.pin')}</h2>
      <p className="muted small">{t('children.pin-what')}</p>
      {isResting && <Message kind="warn">{t('children.pin-rests')}</Message>}
      <PinButton isSet={isSet} />
    </section>
  );
}

/** Says that there is no PIN yet, where devices are opened that a grown-up has to get into again. */
export function NoPin() {
  const t = useTexts();
  const { data } = useCall(auth.listNests, {});
  if (data === undefined || data.isPinSet) return null;
  return (
    <Message kind="warn">
      <div className="stack">
        <p>{t('children.no-pin')}</p>
        <PinButton isSet={false} />
      </div>
    </Message>
  );
}

function PinButton({ isSet }: Pick<PinState, 'isSet'>) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div>
      <Button variant="plain" onClick={() => setOpen(true)}>
        <KeyRound className="icon" aria-hidden />
        {t(isSet ? 'hand-over.new-pin' : 'hand-over.choose-pin')}
      </Button>
      {isOpen && (
        <ChoosePin
          isNew={isSet}
          submitLabel={t('child.save')}
          onChosen={() => {
            close();
            saySaved();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}
