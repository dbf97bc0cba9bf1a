import { auth, catalog, isBlank } from '@larksong/contracts';
import { useId, useState } from 'react';

import { text, useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { only, useForm } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Message } from '../../ui/message.tsx';
import { RowChoice } from '../nest-rule/row-choice.tsx';
import { startRule } from '../nest-rule/rule-draft.ts';
import { LookFields } from './look-fields.tsx';
import { createNestSaver } from './save-nest.ts';
import styles from './nest-dialog.module.css';

interface NestDialogProps {
  /** How many nests there are, so that the next one looks different. */
  count: number;
  /** Songs that were selected for it; they become a list. */
  songIds: readonly string[];
  onClose: () => void;
}

/** Makes a nest: an animal, a nickname, and a tick at what it may see. */
export function NestDialog(props: NestDialogProps) {
  const { songIds, onClose } = props;
  const t = useTexts();
  const formId = useId();
  const { form, rule, setRows, hasSongs, setHasSongs } = useNestForm(props);
  return (
    <Dialog open title={t('nest-dialog.new')} onClose={onClose}>
      <form {...form.props} id={formId} className={styles.form}>
        <LookFields values={form.values} error={form.errors.nickname} field={form.field} isFirst />
        {songIds.length > 0 && (
          <label className="choice">
            <input
              type="checkbox"
              checked={hasSongs}
              onChange={({ target }) => setHasSongs(target.checked)}
            />
            <span>
              {t('nest-dialog.these-songs', { count: songIds.length })}
              <small>{t('nest-dialog.these-songs-hint')}</small>
            </span>
          </label>
        )}
        <RowChoice rows={rule.rows} onChange={setRows} />
        {rule.rows.length === 0 && !hasSongs && (
          <Message kind="warn">{t('nest-dialog.nothing-chosen')}</Message>
        )}
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

function useNestForm({ count, songIds, onClose }: NestDialogProps) {
  const [rule, setRule] = useState(() => startRule());
  const [hasSongs, setHasSongs] = useState(songIds.length > 0);
  const [save] = useState(createNestSaver);
  const form = useForm({
    defaults: {
      nickname: '',
      animal: auth.ANIMALS[count % auth.ANIMALS.length] ?? 'fox',
      ground: catalog.CHIP_HUES[count % catalog.CHIP_HUES.length] ?? 'lake',
    },
    check: ({ nickname }) =>
      only('nickname', isBlank(nickname) ? text('nest-dialog.nickname-missing') : undefined),
    send: ({ nickname, animal, ground }) =>
      save({ nickname: nickname.trim(), animal, ground }, rule, hasSongs ? songIds : []),
    onSent: onClose,
  });
  const setRows = (rows: readonly catalog.NestRow[]) => setRule({ ...rule, rows: [...rows] });
  return { form, rule, setRows, hasSongs, setHasSongs };
}
