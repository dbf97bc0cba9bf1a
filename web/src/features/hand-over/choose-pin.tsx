import { auth } from '@larksong/contracts';
import { useId } from 'react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { only, useForm } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

interface ChoosePinProps {
  /** There is a PIN already, which only the password replaces. */
  isNew?: boolean;
  /** What follows: another step, or nothing. */
  submitLabel: string;
  onChosen: () => void;
  onClose: () => void;
}

/** Chooses the PIN of the doors of all nests. */
export function ChoosePin({ isNew = false, submitLabel, onChosen, onClose }: ChoosePinProps) {
  const t = useTexts();
  const formId = useId();
  const form = usePinForm(isNew, onChosen);
  return (
    <Dialog open title={t(isNew ? 'hand-over.new-pin' : 'hand-over.choose-pin')} onClose={onClose}>
      <form {...form.props} id={formId} className="stack">
        <p>{t('hand-over.choose-pin-hint')}</p>
        {isNew && (
          <PasswordField
            label={t('hand-over.password')}
            error={form.errors.password}
            autoComplete="current-password"
            field={form.field('password')}
          />
        )}
        <PinFields form={form} isFirst={!isNew} />
        {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
      </form>
      <div className="actions">
        <Button variant="plain" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button type="submit" form={formId} busy={form.isBusy}>
          {submitLabel}
        </Button>
      </div>
    </Dialog>
  );
}

/** The PIN twice: the same digits, and nothing to read over somebody's shoulder. */
function PinFields({ form, isFirst }: { form: ReturnType<typeof usePinForm>; isFirst: boolean }) {
  const t = useTexts();
  return (['pin', 'again'] as const).map((name) => (
    <Field key={name} label={t(`hand-over.pin-${name}`)} error={form.errors[name]}>
      {(control) => (
        <input
          {...control}
          {...form.field(name)}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          data-autofocus={(name === 'pin' && isFirst) || undefined}
        />
      )}
    </Field>
  ));
}

function usePinForm(isNew: boolean, onChosen: () => void) {
  return useForm({
    defaults: { pin: '', again: '', password: '' },
    check: ({ password, ...pins }) => ({
      ...only('password', isNew && password === '' ? text('hand-over.password-missing') : undefined),
      ...checkPins(pins),
    }),
    send: async ({ pin, password }) => {
      await call(auth.setNestPin, { body: { pin, ...(isNew && { password }) } });
      await invalidate(auth.listNests);
    },
    onSent: onChosen,
  });
}

function checkPins({ pin, again }: { pin: string; again: string }): { pin?: string; again?: string } {
  if (!/^[0-9]{4,6}$/.test(pin)) return { pin: text('hand-over.pin-form') };
  return pin === again ? {} : { again: text('hand-over.pins-differ') };
}
