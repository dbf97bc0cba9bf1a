import { auth } from '@larksong/contracts';
import { useId } from 'react';

import { call } from '../../api/client.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { useForm } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';

interface ChoosePinProps {
  onChosen: () => void;
  onClose: () => void;
}

/** Chooses the PIN of the doors of all nests, before the first device is handed over. */
export function ChoosePin({ onChosen, onClose }: ChoosePinProps) {
  const t = useTexts();
  const formId = useId();
  const form = usePinForm(onChosen);
  return (
    <Dialog open title={t('hand-over.choose-pin')} onClose={onClose}>
      <form {...form.props} id={formId} className="stack">
        <p>{t('hand-over.choose-pin-hint')}</p>
        {(['pin', 'again'] as const).map((name) => (
          <Field key={name} label={t(`hand-over.pin-${name}`)} error={form.errors[name]}>
            {(control) => (
              <input
                {...control}
                {...form.field(name)}
                type="password"
                inputMode="numeric"
                autoComplete="off"
                maxLength={6}
                data-autofocus={name === 'pin' || undefined}
              />
            )}
          </Field>
        ))}
        {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
      </form>
      <div className="actions">
        <Button variant="plain" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button type="submit" form={formId} busy={form.isBusy}>
          {t('hand-over.pin-next')}
        </Button>
      </div>
    </Dialog>
  );
}

function usePinForm(onChosen: () => void) {
  return useForm({
    defaults: { pin: '', again: '' },
    check: checkPins,
    send: async ({ pin }) => void (await call(auth.setNestPin, { body: { pin } })),
    onSent: onChosen,
  });
}

function checkPins({ pin, again }: { pin: string; again: string }): { pin?: string; again?: string } {
  if (!/^[0-9]{4,6}$/.test(pin)) return { pin: text('hand-over.pin-form') };
  return pin === again ? {} : { again: text('hand-over.pins-differ') };
}
