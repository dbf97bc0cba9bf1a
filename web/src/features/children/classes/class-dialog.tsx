import { auth, catalog, isBlank } from '@larksong/contracts';
import { useId } from 'react';

import { text, useTexts } from '../../../lib/texts.ts';
import { errorSentence } from '../../../parts/error-sentence.ts';
import { only, useForm } from '../../../parts/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Message } from '../../../ui/message.tsx';
import { HueChoice, SignChoice } from '../../song-lists/look-choices.tsx';
import { changeClass, createClass, type ClassLook } from './class-calls.ts';

interface ClassDialogProps {
  /** The class to change; without it, a new one is made. */
  one?: auth.NestClass;
  /** How many classes there are, so that the next one looks different. */
  count?: number;
  onMade?: (made: auth.NestClass) => void;
  onClose: () => void;
}

/** Makes a class, or changes its name and its look. */
export function ClassDialog({ one, count = 0, onMade, onClose }: ClassDialogProps) {
  const t = useTexts();
  const formId = useId();
  const form = useForm<ClassLook, auth.NestClass>({
    defaults: one ?? {
      name: '',
      sign: catalog.LIST_SIGNS[count % catalog.LIST_SIGNS.length] ?? 'sun',
      hue: catalog.CHIP_HUES[count % catalog.CHIP_HUES.length] ?? 'lake',
    },
    check: ({ name }) => only('name', isBlank(name) ? text('class-dialog.name-missing') : undefined),
    send: ({ name, sign, hue }) => {
      const look = { name: name.trim(), sign, hue };
      return one ? changeClass(one.id, look) : createClass(look);
    },
    onSent: (made) => {
      onClose();
      if (!one) onMade?.(made);
    },
  });
  return (
    <Dialog open title={t(one ? 'class-dialog.edit' : 'class-dialog.new')} onClose={onClose}>
      <form {...form.props} id={formId} className="stack">
        <Name form={form} />
        <Look form={form} />
        {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
      </form>
      <div className="actions">
        <Button variant="plain" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button type="submit" form={formId} busy={form.isBusy}>
          {t(one ? 'class-dialog.save' : 'class-dialog.make')}
        </Button>
      </div>
    </Dialog>
  );
}

interface PartProps {
  form: ReturnType<typeof useForm<ClassLook, auth.NestClass>>;
}

function Name({ form }: PartProps) {
  const t = useTexts();
  return (
    <Field label={t('class-dialog.name')} hint={t('class-dialog.name-hint')} error={form.errors.name}>
      {(control) => (
        <input
          {...control}
          {...form.field('name')}
          dir="auto"
          maxLength={auth.MAX_CLASS_NAME}
          autoComplete="off"
          enterKeyHint="done"
          data-autofocus
        />
      )}
    </Field>
  );
}

function Look({ form }: PartProps) {
  const pick = <Key extends 'sign' | 'hue'>(key: Key, value: ClassLook[Key]) =>
    form.field(key).onChange({ target: { value } });
  const { sign, hue } = form.values;
  return (
    <>
      <SignChoice hue={hue} value={sign} onPick={(value) => pick('sign', value)} />
      <HueChoice value={hue} onPick={(value) => pick('hue', value)} />
    </>
  );
}
