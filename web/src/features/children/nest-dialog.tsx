import { auth, catalog, isBlank, type Data } from '@larksong/contracts';
import { useId, useState } from 'react';

import { text, useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { only, useForm } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { AnimalChoice, GroundChoice } from './look-choice.tsx';
import { RowChoice } from '../nest-rule/row-choice.tsx';
import { createNestSaver, startRule } from './save-nest.ts';
import styles from './nest-dialog.module.css';

interface NestDialogProps {
  /** The nest to change; null makes a new one. */
  nest: auth.Nest | null;
  /** Its rule. */
  present?: Data<typeof catalog.getNestRule>;
  /** How many nests there are, so that the next one looks different. */
  count?: number;
  onClose: () => void;
}

/** Makes a nest, or changes it: an animal, a nickname, and a tick at what it may see. */
export function NestDialog(props: NestDialogProps) {
  const { nest, onClose } = props;
  const t = useTexts();
  const formId = useId();
  const { form, rule, setRows } = useNestForm(props);
  return (
    <Dialog open title={t(nest ? 'nest-dialog.change' : 'nest-dialog.new')} onClose={onClose}>
      <form {...form.props} id={formId} className={styles.form}>
        <Look form={form} />
        <RowChoice ruleId={nest?.classId ?? nest?.id ?? null} rows={rule.rows} onChange={setRows} />
        {rule.rows.length === 0 && <Message kind="warn">{t('nest-dialog.nothing-chosen')}</Message>}
        {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
      </form>
      <div className="actions">
        <Button variant="plain" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button type="submit" form={formId} busy={form.isBusy}>
          {t('nest-dialog.save')}
        </Button>
      </div>
    </Dialog>
  );
}

/** How a child finds its nest. */
function Look({ form }: Pick<ReturnType<typeof useNestForm>, 'form'>) {
  const t = useTexts();
  const { animal, ground } = form.values;
  const pick = (name: 'animal' | 'ground', value: string) => form.field(name).onChange({ target: { value } });
  return (
    <>
      <Field
        label={t('nest-dialog.nickname')}
        hint={t('nest-dialog.nickname-hint')}
        error={form.errors.nickname}
      >
        {(control) => (
          <input
            {...control}
            {...form.field('nickname')}
            dir="auto"
            maxLength={auth.MAX_NICKNAME}
            autoComplete="off"
            data-autofocus
          />
        )}
      </Field>
      <AnimalChoice value={animal} ground={ground} onPick={(value) => pick('animal', value)} />
      <GroundChoice value={ground} onPick={(value) => pick('ground', value)} />
    </>
  );
}

function useNestForm({ nest, present, count = 0, onClose }: NestDialogProps) {
  const [rule, setRule] = useState(() => present?.rule ?? startRule());
  const [save] = useState(() => createNestSaver(nest, present?.version ?? 0));
  const form = useForm({
    defaults: {
      nickname: nest?.nickname ?? '',
      animal: nest?.animal ?? auth.ANIMALS[count % auth.ANIMALS.length] ?? 'fox',
      ground: nest?.ground ?? catalog.CHIP_HUES[count % catalog.CHIP_HUES.length] ?? 'lake',
    },
    check: ({ nickname }) =>
      only('nickname', isBlank(nickname) ? text('nest-dialog.nickname-missing') : undefined),
    send: ({ nickname, animal, ground }) => save({ nickname: nickname.trim(), animal, ground }, rule),
    onSent: onClose,
  });
  const setRows = (rows: readonly catalog.NestRow[]) => setRule({ ...rule, rows: [...rows] });
  return { form, rule, setRows };
}
