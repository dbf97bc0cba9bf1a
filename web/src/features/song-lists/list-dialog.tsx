import { catalog, isBlank } from '@larksong/contracts';
import { useId } from 'react';

import { call } from '../../api/client.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { only, useForm } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { refreshLists } from './change-lists.ts';
import { HueChoice, SignChoice } from './look-choices.tsx';

interface Values {
  name: string;
  description: string;
  sign: catalog.ListSign;
  hue: catalog.ChipHue;
}

interface ListDialogProps {
  /** The list to change; without it, a new one is made. */
  list?: catalog.SongListCard;
  /** How many lists there are, so that the next one looks different. */
  count?: number;
  /** The first songs of a new list. */
  videoIds?: readonly string[];
  onMade?: (list: catalog.SongList) => void;
  onClose: () => void;
}

/** Makes a list, or changes its name, its description and its look. */
export function ListDialog(props: ListDialogProps) {
  const { list, onClose } = props;
  const t = useTexts();
  const formId = useId();
  const form = useListForm(props);
  return (
    <Dialog open title={list ? t('list-dialog.edit') : t('list-dialog.new')} onClose={onClose}>
      <ListForm id={formId} form={form} />
      <div className="actions">
        <Button variant="plain" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button type="submit" form={formId} busy={form.isBusy}>
          {list ? t('list-dialog.save') : t('list-dialog.make')}
        </Button>
      </div>
    </Dialog>
  );
}

function ListForm({ id, form }: { id: string; form: ReturnType<typeof useListForm> }) {
  const t = useTexts();
  const pick = <Name extends keyof Values>(name: Name, value: Values[Name]) =>
    form.field(name).onChange({ target: { value } });
  return (
    <form {...form.props} id={id} className="stack">
      <Field label={t('list-dialog.name')} error={form.errors.name}>
        {(control) => (
          <input
            {...control}
            {...form.field('name')}
            dir="auto"
            maxLength={catalog.MAX_LIST_NAME}
            autoComplete="off"
            enterKeyHint="done"
            data-autofocus
          />
        )}
      </Field>
      <SignChoice hue={form.values.hue} value={form.values.sign} onPick={(sign) => pick('sign', sign)} />
      <HueChoice value={form.values.hue} onPick={(hue) => pick('hue', hue)} />
      <Field label={t('list-dialog.description')}>
        {(control) => (
          <textarea
            {...control}
            {...form.field('description')}
            dir="auto"
            rows={2}
            maxLength={catalog.MAX_LIST_DESCRIPTION}
          />
        )}
      </Field>
      {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
    </form>
  );
}

function useListForm({ list, count = 0, videoIds, onMade, onClose }: ListDialogProps) {
  return useForm<Values, catalog.SongList | null>({
    defaults: list ?? {
      name: '',
      description: '',
      sign: catalog.LIST_SIGNS[count % catalog.LIST_SIGNS.length] ?? 'sun',
      hue: catalog.CHIP_HUES[count % catalog.CHIP_HUES.length] ?? 'lake',
    },
    check: ({ name }) => only('name', isBlank(name) ? text('list-dialog.name-missing') : undefined),
    send: async ({ name, description, sign, hue }) => {
      const body = { name: name.trim(), description: description.trim(), sign, hue };
      if (list) {
        await call(catalog.updateSongList, { params: { id: list.id }, body });
        return null;
      }
      const first = videoIds ? { videoIds: [...videoIds] } : {};
      return (await call(catalog.createSongList, { body: { ...body, ...first } })).data.list;
    },
    onSent: (made) => {
      onClose();
      if (made) onMade?.(made);
      return refreshLists();
    },
  });
}
